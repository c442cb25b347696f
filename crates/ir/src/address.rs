//! Pointers as single numbers: what stands for a pointer in a set.
//!
//! A pointer is the number of its object, an offset and an instance; here they are the digits of one number. Null is 0.
//! The others lie far below all numbers that programs usually put into sets, and pointers with other parts are other
//! numbers, as long as each part is below its limit.

/// The number of object 0 at offset 0 of instance 0, which no pointer has.
pub const FIRST: i128 = i64::MIN as i128;
/// Object numbers are below this.
pub const OBJECTS: i128 = 1 << 16;
/// Offsets are below this.
pub const OFFSETS: i128 = 1 << 26;
/// Instances are below this.
pub const INSTANCES: i128 = 1 << 20;

/// The object, the offset and the instance of a pointer that a number stands for; `None` for a plain number.
pub fn parts(number: i128) -> Option<(i128, i128, i128)> {
    let rest = number - FIRST;
    let parts = (rest % OBJECTS, rest / OBJECTS % OFFSETS, rest / (OBJECTS * OFFSETS));
    (rest > 0 && parts.2 < INSTANCES && parts.0 > 0).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_again() {
        for object in [1, 2, OBJECTS - 1] {
            for offset in [0, 1, OFFSETS - 1] {
                for instance in [0, 1, INSTANCES - 1] {
                    let number = FIRST + object + OBJECTS * (offset + OFFSETS * instance);
                    assert!(number < i128::from(i64::MIN / 2), "{number} is among usual numbers");
                    assert_eq!(parts(number), Some((object, offset, instance)));
                }
            }
        }
    }

    #[test]
    fn usual_numbers_are_no_pointers() {
        for number in [0, 1, -1, i128::from(i32::MIN), i128::from(i64::MAX), FIRST] {
            assert_eq!(parts(number), None);
        }
    }
}
