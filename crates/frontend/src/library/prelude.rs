//! Library functions that are easiest to say in C.
//!
//! When a program calls one of them without defining it, its text is appended to the program under a reserved name, and
//! the calls go there. They are then functions like any other: interpreted, proved and shown.

use crate::tree::Unit;

/// What the names of the stand-ins start with.
pub const PREFIX: &str = "__heureka_";

/// A function whose result is not modelled.
pub const UNKNOWN: &str = "__heureka_unknown";

/// What `atoi` and its relatives return for a number that their result cannot hold.
pub const MISFIT: &str = "__heureka_misfit";

/// The name of the file in which spans of these functions lie.
pub const FILE: &str = "<library>";

/// Name, and text of the stand-in. The type `__heureka_size` is `size_t`.
const FUNCTIONS: &[(&str, &str)] = &[
    // Any function of the library may set it, and to what is not modelled.
    (
        "__errno_location",
        "static int __heureka_errno; int __heureka_unknown(void); int *__heureka___errno_location(void) { __heureka_errno = __heureka_unknown(); return &__heureka_errno; }",
    ),
    ("strlen", "__heureka_size __heureka_strlen(const char *s) { __heureka_size n = 0; while (s[n]) n++; return n; }"),
    (
        "strnlen",
        "__heureka_size __heureka_strnlen(const char *s, __heureka_size max) { __heureka_size n = 0; while (n < max && s[n]) n++; return n; }",
    ),
    (
        "strcmp",
        "int __heureka_strcmp(const char *a, const char *b) { __heureka_size i = 0; while (a[i] && a[i] == b[i]) i++; return (int)(unsigned char)a[i] - (int)(unsigned char)b[i]; }",
    ),
    (
        "strncmp",
        "int __heureka_strncmp(const char *a, const char *b, __heureka_size n) { for (__heureka_size i = 0; i < n; i++) { if (a[i] != b[i] || !a[i]) return (int)(unsigned char)a[i] - (int)(unsigned char)b[i]; } return 0; }",
    ),
    (
        "strcpy",
        "char *__heureka_strcpy(char *to, const char *from) { __heureka_size i = 0; while ((to[i] = from[i])) i++; return to; }",
    ),
    (
        "strncpy",
        "char *__heureka_strncpy(char *to, const char *from, __heureka_size n) { __heureka_size i = 0; for (; i < n && from[i]; i++) to[i] = from[i]; for (; i < n; i++) to[i] = 0; return to; }",
    ),
    (
        "strcat",
        "char *__heureka_strcat(char *to, const char *from) { __heureka_size n = 0, i = 0; while (to[n]) n++; while ((to[n + i] = from[i])) i++; return to; }",
    ),
    (
        "strncat",
        "char *__heureka_strncat(char *to, const char *from, __heureka_size max) { __heureka_size n = 0, i = 0; while (to[n]) n++; for (; i < max && from[i]; i++) to[n + i] = from[i]; to[n + i] = 0; return to; }",
    ),
    (
        "strchr",
        "char *__heureka_strchr(const char *s, int c) { for (;; s++) { if (*s == (char)c) return (char *)s; if (!*s) return 0; } }",
    ),
    (
        "strrchr",
        "char *__heureka_strrchr(const char *s, int c) { char *found = 0; for (;; s++) { if (*s == (char)c) found = (char *)s; if (!*s) return found; } }",
    ),
    // What does not fit is undefined, but no overflow of the program's own.
    (
        "atoi",
        "int __heureka_misfit(void); int __heureka_atoi(const char *s) { int n = 0, least = (-2147483647 - 1); int minus; while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++; minus = *s == '-'; if (*s == '-' || *s == '+') s++; for (; *s >= '0' && *s <= '9'; s++) { if (n < (least + (*s - '0')) / 10) return __heureka_misfit(); n = n * 10 - (*s - '0'); } if (n == least && !minus) return __heureka_misfit(); return minus ? n : -n; }",
    ),
    (
        "atol",
        "int __heureka_misfit(void); long __heureka_atol(const char *s) { long n = 0, least = (-(long)(~0ul >> 1) - 1); int minus; while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++; minus = *s == '-'; if (*s == '-' || *s == '+') s++; for (; *s >= '0' && *s <= '9'; s++) { if (n < (least + (*s - '0')) / 10) return (long)((unsigned long long)__heureka_misfit() << 32 | (unsigned)__heureka_misfit()); n = n * 10 - (*s - '0'); } if (n == least && !minus) return (long)((unsigned long long)__heureka_misfit() << 32 | (unsigned)__heureka_misfit()); return minus ? n : -n; }",
    ),
    (
        "atoll",
        "int __heureka_misfit(void); long long __heureka_atoll(const char *s) { long long n = 0, least = (-9223372036854775807ll - 1); int minus; while (*s == ' ' || (*s >= '\\t' && *s <= '\\r')) s++; minus = *s == '-'; if (*s == '-' || *s == '+') s++; for (; *s >= '0' && *s <= '9'; s++) { if (n < (least + (*s - '0')) / 10) return (long long)((unsigned long long)__heureka_misfit() << 32 | (unsigned)__heureka_misfit()); n = n * 10 - (*s - '0'); } if (n == least && !minus) return (long long)((unsigned long long)__heureka_misfit() << 32 | (unsigned)__heureka_misfit()); return minus ? n : -n; }",
    ),
    (
        "memcmp",
        "int __heureka_memcmp(const void *p, const void *q, __heureka_size n) { const unsigned char *a = p, *b = q; for (__heureka_size i = 0; i < n; i++) { if (a[i] != b[i]) return (int)a[i] - (int)b[i]; } return 0; }",
    ),
    (
        "memchr",
        "void *__heureka_memchr(const void *p, int c, __heureka_size n) { const unsigned char *s = p; for (__heureka_size i = 0; i < n; i++) { if (s[i] == (unsigned char)c) return (void *)(s + i); } return 0; }",
    ),
    (
        "strstr",
        "char *__heureka_strstr(const char *s, const char *word) { for (;; s++) { __heureka_size i = 0; while (word[i] && s[i] == word[i]) i++; if (!word[i]) return (char *)s; if (!*s) return 0; } }",
    ),
    (
        "strspn",
        "__heureka_size __heureka_strspn(const char *s, const char *set) { __heureka_size n = 0; for (; s[n]; n++) { __heureka_size i = 0; while (set[i] && set[i] != s[n]) i++; if (!set[i]) break; } return n; }",
    ),
    (
        "strcspn",
        "__heureka_size __heureka_strcspn(const char *s, const char *set) { __heureka_size n = 0; for (; s[n]; n++) { __heureka_size i = 0; while (set[i] && set[i] != s[n]) i++; if (set[i]) break; } return n; }",
    ),
    (
        "isxdigit",
        "int __heureka_isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }",
    ),
    ("isblank", "int __heureka_isblank(int c) { return c == ' ' || c == '\\t'; }"),
    ("iscntrl", "int __heureka_iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }"),
    ("isprint", "int __heureka_isprint(int c) { return c >= 32 && c < 127; }"),
    ("isgraph", "int __heureka_isgraph(int c) { return c > 32 && c < 127; }"),
    (
        "ispunct",
        "int __heureka_ispunct(int c) { return (c > 32 && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c < 127); }",
    ),
    ("abs", "int __heureka_abs(int x) { return x < 0 ? -x : x; }"),
    ("labs", "long __heureka_labs(long x) { return x < 0 ? -x : x; }"),
    ("llabs", "long long __heureka_llabs(long long x) { return x < 0 ? -x : x; }"),
    ("isdigit", "int __heureka_isdigit(int c) { return c >= '0' && c <= '9'; }"),
    ("isupper", "int __heureka_isupper(int c) { return c >= 'A' && c <= 'Z'; }"),
    ("islower", "int __heureka_islower(int c) { return c >= 'a' && c <= 'z'; }"),
    ("isalpha", "int __heureka_isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }"),
    (
        "isalnum",
        "int __heureka_isalnum(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }",
    ),
    ("isspace", "int __heureka_isspace(int c) { return c == ' ' || (c >= '\\t' && c <= '\\r'); }"),
    ("toupper", "int __heureka_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }"),
    ("tolower", "int __heureka_tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }"),
    ("popcount", "int __heureka_popcount(unsigned x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }"),
    (
        "popcountl",
        "int __heureka_popcountl(unsigned long x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }",
    ),
    (
        "popcountll",
        "int __heureka_popcountll(unsigned long long x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }",
    ),
    ("parity", "int __heureka_parity(unsigned x) { int n = 0; while (x) { n ^= x & 1; x >>= 1; } return n; }"),
    ("parityl", "int __heureka_parityl(unsigned long x) { int n = 0; while (x) { n ^= x & 1; x >>= 1; } return n; }"),
    (
        "parityll",
        "int __heureka_parityll(unsigned long long x) { int n = 0; while (x) { n ^= x & 1; x >>= 1; } return n; }",
    ),
    (
        "clz",
        "int __heureka_clz(unsigned x) { int n = 0; if (!x) __builtin_unreachable(); while (!(x >> 31)) { n++; x <<= 1; } return n; }",
    ),
    (
        "clzl",
        "int __heureka_clzl(unsigned long x) { int n = 0; if (!x) __builtin_unreachable(); while (!(x >> (8 * sizeof x - 1))) { n++; x <<= 1; } return n; }",
    ),
    (
        "clzll",
        "int __heureka_clzll(unsigned long long x) { int n = 0; if (!x) __builtin_unreachable(); while (!(x >> 63)) { n++; x <<= 1; } return n; }",
    ),
    (
        "ctz",
        "int __heureka_ctz(unsigned x) { int n = 0; if (!x) __builtin_unreachable(); while (!(x & 1)) { n++; x >>= 1; } return n; }",
    ),
    (
        "ctzl",
        "int __heureka_ctzl(unsigned long x) { int n = 0; if (!x) __builtin_unreachable(); while (!(x & 1)) { n++; x >>= 1; } return n; }",
    ),
    (
        "ctzll",
        "int __heureka_ctzll(unsigned long long x) { int n = 0; if (!x) __builtin_unreachable(); while (!(x & 1)) { n++; x >>= 1; } return n; }",
    ),
    ("ffs", "int __heureka_ffs(int x) { int n = 1; if (!x) return 0; while (!(x & 1)) { n++; x >>= 1; } return n; }"),
    (
        "ffsl",
        "int __heureka_ffsl(long x) { int n = 1; if (!x) return 0; while (!(x & 1)) { n++; x >>= 1; } return n; }",
    ),
    (
        "ffsll",
        "int __heureka_ffsll(long long x) { int n = 1; if (!x) return 0; while (!(x & 1)) { n++; x >>= 1; } return n; }",
    ),
    ("bswap16", "unsigned short __heureka_bswap16(unsigned short x) { return (unsigned short)((x >> 8) | (x << 8)); }"),
    (
        "bswap32",
        "unsigned __heureka_bswap32(unsigned x) { return (x >> 24) | ((x >> 8) & 0xff00u) | ((x << 8) & 0xff0000u) | (x << 24); }",
    ),
    (
        "bswap64",
        "unsigned long long __heureka_bswap64(unsigned long long x) { unsigned long long r = 0; for (int i = 0; i < 8; i++) { r = (r << 8) | (x & 0xff); x >>= 8; } return r; }",
    ),
];

/// The text to append to the program for the functions that it uses and does not define; `None` when there is nothing
/// to append (or it has been appended already).
pub fn missing(unit: &Unit) -> Option<String> {
    let mut text = String::new();
    for (name, definition) in FUNCTIONS {
        let wanted = unit.functions.iter().any(|function| {
            let used = unit.symbols.name(function.name);
            function.body.is_none() && (used == *name || used.strip_prefix("__builtin_") == Some(name))
        });
        let present = unit.symbols.find(&format!("{PREFIX}{name}")).is_some();
        if wanted && !present {
            text.push_str(definition);
            text.push('\n');
        }
    }
    if text.is_empty() {
        return None;
    }
    Some(format!("\n# 1 \"{FILE}\" 3\ntypedef __typeof__(sizeof(0)) {PREFIX}size;\n{text}"))
}
