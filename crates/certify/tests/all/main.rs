//! The checker of certificates, against hand-made certificates, damaged ones, and an oracle that tries all values.

mod array_oracle;
mod arrays;
mod calls;
mod contents;
mod contracts;
mod cuts;
mod expressions;
mod heads;
mod malformed;
mod notation;
mod oracle;
mod powers;
mod programs;
mod random;
mod random_arrays;
mod random_formulas;
mod saying;
mod sets;
mod speed;
mod unrolled;
