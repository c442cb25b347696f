// exit: 2
fn main() {
    println!("hello");
}
