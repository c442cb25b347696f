//! What kind of programs to generate. Invariant: the same seed and the same shape give the same program.

/// Sizes and features of generated programs. `Shape::default()` has everything that Heureka's front end promises to
/// read; the constructors below cut it down, for parts of Heureka that grow feature by feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Most functions besides `main`.
    pub functions: usize,
    /// Most global variables.
    pub globals: usize,
    /// About how many statements a function body has on its top level.
    pub statements: usize,
    /// Nesting of statements.
    pub nesting: usize,
    /// Nesting of expressions.
    pub depth: usize,
    /// Bound on the estimated number of executed statements of one call from one place.
    pub work: u64,
    pub arrays: bool,
    pub structs: bool,
    pub pointers: bool,
    pub enums: bool,
    pub strings: bool,
    pub recursion: bool,
    pub switches: bool,
    pub gotos: bool,
    pub function_pointers: bool,
    pub statement_expressions: bool,
    pub variable_length_arrays: bool,
    pub heap: bool,
    pub memory_functions: bool,
    /// Linked lists: pointers that are stored in structs.
    pub lists: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            functions: 3,
            globals: 6,
            statements: 5,
            nesting: 3,
            depth: 3,
            work: 4_000,
            arrays: true,
            structs: true,
            pointers: true,
            enums: true,
            strings: true,
            recursion: true,
            switches: true,
            gotos: true,
            function_pointers: true,
            statement_expressions: true,
            variable_length_arrays: true,
            heap: true,
            memory_functions: true,
            lists: false,
        }
    }
}

impl Shape {
    /// Everything, with linked lists.
    pub fn full() -> Self {
        Shape { lists: true, ..Shape::default() }
    }

    /// Integers, control flow and calls; no memory but variables.
    pub fn scalars() -> Self {
        Shape {
            arrays: false,
            structs: false,
            pointers: false,
            strings: false,
            function_pointers: false,
            statement_expressions: false,
            variable_length_arrays: false,
            heap: false,
            memory_functions: false,
            ..Shape::default()
        }
    }

    /// Integers, control flow, calls and arrays that are only indexed.
    pub fn arrays() -> Self {
        Shape { arrays: true, ..Shape::scalars() }
    }
}
