//! Functions whose meaning is known without a body: those of verification tasks and of the C library.
//!
//! A definition in the program wins over what is known here, except for error functions, which are errors whatever their
//! bodies. Functions that are easiest to say in C (string functions, bit counting) have a body in [`prelude`].

pub mod prelude;

use std::collections::HashMap;

use crate::tree::{FuncId, Unit};

/// Functions whose result follows from their arguments, for programs that declare them without the header.
const DETERMINED: &[&str] = &[
    prelude::UNKNOWN,
    prelude::MISFIT,
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bsearch",
    "memchr",
    "memcmp",
    "strcasecmp",
    "strcoll",
    "strcspn",
    "strncasecmp",
    "strpbrk",
    "strspn",
    "strstr",
    "strtod",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
];

/// Functions of system headers whose result the environment chooses, and may choose as it likes.
const FROM_OUTSIDE: &[&str] = &[
    "clock",
    "difftime",
    "feof",
    "ferror",
    "fgetc",
    "fopen",
    "getenv",
    "mrand48",
    "system",
    "time",
    "__errno_location",
];

/// Functions of system headers that may be given null pointers.
const TAKES_NULL: &[&str] = &[
    "fflush",
    "freopen",
    "getcwd",
    "getline",
    "gettimeofday",
    "iconv",
    "mbrlen",
    "mbrtowc",
    "mbtowc",
    "perror",
    "realpath",
    "select",
    "setlocale",
    "setvbuf",
    "strtok",
    "strtok_r",
    "system",
    "time",
    "wait",
    "waitpid",
];

/// What a call of a known function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// An arbitrary value of the declared type, chosen by the environment: `__VERIFIER_nondet_int`.
    Input,
    /// Fills memory with arbitrary values: `__VERIFIER_nondet_memory(pointer, bytes)`.
    InputMemory,
    /// Ends the execution quietly unless its argument holds.
    Assume,
    /// What happens unless its argument holds is not defined: `__builtin_assume`.
    Promise,
    /// An error unless its argument holds.
    Assert,
    /// The failing branch of the `assert` macro.
    AssertFail,
    /// Calling it is the error.
    Error,
    /// Ends the execution.
    Halt,
    Unreachable,
    Malloc,
    Calloc,
    Realloc,
    Alloca,
    Free,
    Memset,
    /// `memcpy` and `memmove`.
    Memcpy,
    /// Reads integers from outside into its pointer arguments: `scanf`.
    Scan,
    /// Has no effect that a program can see; its result is arbitrary.
    Output,
    /// Fills the memory that its first argument points to with something that is not modelled: `sprintf`, `fgets`.
    FillBuffer,
    /// An arbitrary result that is not negative: `rand`.
    NonNegative,
    /// An arbitrary result from -1 to 255: `getchar`.
    Character,
    /// `__builtin_add_overflow(a, b, &result)` and its relatives.
    OverflowArithmetic,
    /// Exists, but is not modelled.
    Unsupported(&'static str),
}

/// The functions of a unit that are known.
pub struct Library {
    known: Vec<Option<Known>>,
    replacement: Vec<FuncId>,
    determined: Vec<bool>,
    takes_null: Vec<bool>,
}

/// How a known function concerns pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    Malloc,
    Calloc,
    Realloc,
    Alloca,
    Free,
    Memset,
    Memcpy,
    /// The result is the first argument, or null.
    FillBuffer,
    Other,
}

impl Library {
    /// Looks at every function of the unit. `error_functions` are errors whatever their bodies.
    pub fn of(unit: &Unit, error_functions: &[String]) -> Library {
        let mut known = Vec::with_capacity(unit.functions.len());
        let stand_ins: HashMap<&str, FuncId> = (0..unit.functions.len() as u32)
            .map(|at| (&unit.functions[at as usize], FuncId(at)))
            .filter(|(function, _)| function.body.is_some())
            .filter_map(|(function, id)| Some((unit.symbols.name(function.name).strip_prefix(prelude::PREFIX)?, id)))
            .collect();
        let mut replacement: Vec<FuncId> = (0..unit.functions.len() as u32).map(FuncId).collect();
        for (at, function) in unit.functions.iter().enumerate() {
            let name = unit.symbols.name(function.name);
            let is_error = error_functions.iter().any(|error| error == name);
            known.push(match &function.body {
                _ if is_error => Some(Known::Error),
                Some(_) => None,
                None if function.is_alias => Some(Known::Unsupported("a function that is another name of one")),
                None if function.is_weak && !function.in_system_header => {
                    Some(Known::Unsupported("a weak function without a body"))
                }
                // Common names that mean these functions only where a system header declares them.
                None if function.in_system_header => match name {
                    "err" | "errx" | "verr" | "verrx" => Some(Known::Halt),
                    "error" | "error_at_line" | "__error_alias" | "__error_at_line_alias" => {
                        Some(Known::Unsupported("error reporting that may end the program"))
                    }
                    "warn" | "warnx" | "vwarn" | "vwarnx" => Some(Known::Output),
                    "atexit" | "at_quick_exit" | "on_exit" => Some(Known::Unsupported("functions called at exit")),
                    _ => known_by_name(name),
                },
                None => known_by_name(name),
            });
            let plain = name.strip_prefix("__builtin_").unwrap_or(name);
            if let (None, Some(&stand_in)) = (&function.body, stand_ins.get(plain)) {
                replacement[at] = stand_in;
            }
        }
        let determined = unit.functions.iter().map(|function| {
            let name = unit.symbols.name(function.name);
            let of_a_tool = ["__builtin_", "__CPROVER_", "__ESBMC_"].iter().any(|prefix| name.starts_with(prefix));
            DETERMINED.contains(&name) || of_a_tool || function.in_system_header && !FROM_OUTSIDE.contains(&name)
        });
        let determined = determined.collect();
        let takes_null = unit.functions.iter().map(|function| {
            let name = unit.symbols.name(function.name);
            let is_library = function.in_system_header || DETERMINED.contains(&name);
            !is_library || TAKES_NULL.contains(&name)
        });
        let takes_null = takes_null.collect();
        Library { known, replacement, determined, takes_null }
    }

    pub fn known(&self, func: FuncId) -> Option<Known> {
        self.known[func.index()]
    }

    /// The function that is called in place of `func`: its stand-in from the prelude, or itself.
    pub fn replacement(&self, func: FuncId) -> FuncId {
        self.replacement[func.index()]
    }

    /// True when the C library says what a function without a body returns. To let it be arbitrary would show errors
    /// that cannot happen.
    pub fn is_determined(&self, func: FuncId) -> bool {
        self.determined[func.index()]
    }

    /// True when a function without a body may be given a null pointer as this argument: one of the C library may not, but for
    /// some.
    pub fn takes_null(&self, func: FuncId, name: &str, argument: usize) -> bool {
        self.takes_null[func.index()] || argument == 1 && name.starts_with("strto")
    }

    pub fn effect(&self, func: FuncId) -> Option<Effect> {
        self.known(func).map(|known| match known {
            Known::Malloc => Effect::Malloc,
            Known::Calloc => Effect::Calloc,
            Known::Realloc => Effect::Realloc,
            Known::Alloca => Effect::Alloca,
            Known::Free => Effect::Free,
            Known::Memset => Effect::Memset,
            Known::Memcpy => Effect::Memcpy,
            Known::FillBuffer => Effect::FillBuffer,
            _ => Effect::Other,
        })
    }
}

fn known_by_name(name: &str) -> Option<Known> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = plain.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk")).unwrap_or(plain);
    Some(match plain {
        "__VERIFIER_nondet_memory" => Known::InputMemory,
        "assume" if name == "__builtin_assume" => Known::Promise,
        "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" | "__heureka_assume" => Known::Assume,
        "__VERIFIER_assert"
        | "__CPROVER_assert"
        | "__ESBMC_assert"
        | "__heureka_assert"
        | "assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition" => Known::Assert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" | "__assert_perror_fail" => Known::AssertFail,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "trap" | "__VERIFIER_abort" => Known::Halt,
        "unreachable" => Known::Unreachable,
        "malloc" => Known::Malloc,
        "calloc" => Known::Calloc,
        "realloc" => Known::Realloc,
        "alloca" => Known::Alloca,
        "free" | "cfree" => Known::Free,
        "memset" => Known::Memset,
        "memcpy" | "memmove" => Known::Memcpy,
        "scanf" | "fscanf" | "__isoc99_scanf" | "__isoc99_fscanf" | "__isoc23_scanf" => Known::Scan,
        "printf" | "fprintf" | "vprintf" | "vfprintf" | "puts" | "fputs" | "putchar" | "fputc" | "putc" | "perror"
        | "fflush" | "dprintf" | "fwrite" | "write" | "syslog" | "printk" | "setbuf" | "setvbuf" | "srand"
        | "srandom" | "fclose" | "prefetch" | "__VERIFIER_print" => Known::Output,
        "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "fgets" | "fread" | "strftime" => Known::FillBuffer,
        "rand" | "random" | "lrand48" => Known::NonNegative,
        "getchar" | "getc" | "fgetc" => Known::Character,
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" | "setjmp_" => {
            Known::Unsupported("setjmp and longjmp")
        }
        "fork" | "vfork" | "signal" | "sigaction" => Known::Unsupported("processes and signals"),
        _ if plain.starts_with("pthread_") || plain.starts_with("thrd_") || plain.starts_with("mtx_") => {
            Known::Unsupported("threads")
        }
        _ if plain.starts_with("__sync_") || plain.starts_with("__atomic_") || plain.starts_with("atomic_") => {
            Known::Unsupported("atomic operations")
        }
        _ if plain.starts_with("__VERIFIER_atomic") => Known::Unsupported("threads"),
        _ if plain.starts_with("__VERIFIER_nondet_") => Known::Input,
        _ if plain.starts_with("nondet_") => Known::Input,
        _ if name.starts_with("__builtin_") && plain.ends_with("_overflow") => Known::OverflowArithmetic,
        _ => return None,
    })
}
