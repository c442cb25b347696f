//! Every id is a newtype over an index, so that a variable cannot be taken for a location.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(
    /// A scalar variable, global or local.
    VarId, "v"
);
id!(
    /// An array, global or local.
    ArrayId, "a"
);
id!(
    /// A procedure.
    ProcId, "p"
);
id!(
    /// A location (node) of the program graph.
    LocId, "L"
);
id!(
    /// An edge of the program graph.
    EdgeId, "e"
);
id!(
    /// An expression in the program's pool.
    ExprId, "x"
);
