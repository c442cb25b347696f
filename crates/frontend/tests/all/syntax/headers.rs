//! The C library's own headers parse without a complaint, in both data models.

use heureka_frontend::ctype::DataModel;
use heureka_frontend::preprocess::PreprocessOptions;
use heureka_frontend::{parse, preprocess};

use super::lines;
use super::temporary::Folder;

/// What programs under verification include.
const COMMON: &[&str] = &[
    "assert.h",
    "ctype.h",
    "errno.h",
    "float.h",
    "inttypes.h",
    "limits.h",
    "math.h",
    "setjmp.h",
    "signal.h",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "time.h",
];

/// What else a C library may have; those that are absent are left out.
const FURTHER: &[&str] = &[
    "aio.h",
    "argp.h",
    "arpa/inet.h",
    "byteswap.h",
    "complex.h",
    "dirent.h",
    "dlfcn.h",
    "elf.h",
    "endian.h",
    "error.h",
    "execinfo.h",
    "fcntl.h",
    "fenv.h",
    "fnmatch.h",
    "ftw.h",
    "getopt.h",
    "glob.h",
    "grp.h",
    "iconv.h",
    "ifaddrs.h",
    "iso646.h",
    "langinfo.h",
    "libgen.h",
    "link.h",
    "linux/fs.h",
    "linux/types.h",
    "locale.h",
    "malloc.h",
    "mqueue.h",
    "netdb.h",
    "netinet/in.h",
    "netinet/tcp.h",
    "obstack.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "spawn.h",
    "stdalign.h",
    "stdatomic.h",
    "stdnoreturn.h",
    "strings.h",
    "sys/epoll.h",
    "sys/ioctl.h",
    "sys/mman.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "sys/un.h",
    "sys/utsname.h",
    "sys/wait.h",
    "syslog.h",
    "termios.h",
    "tgmath.h",
    "threads.h",
    "uchar.h",
    "ucontext.h",
    "unistd.h",
    "utime.h",
    "wchar.h",
    "wctype.h",
    "wordexp.h",
    "x86intrin.h",
];

fn check(program: &str, data_model: DataModel) {
    let folder = Folder::new();
    let path = folder.file("headers.c", program);
    let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
    let unit = preprocess(&path, &options)
        .and_then(|source| parse(&source))
        .unwrap_or_else(|diagnostics| panic!("{data_model:?}: {}", lines(&diagnostics)));
    let user = heureka_ir::span::FileId(0);
    assert_eq!(unit.files.name(user), path.display().to_string());
    assert!(!unit.is_system_header(user));
    let stdio = unit.files.iter().find(|(_, name)| name.ends_with("/stdio.h")).expect("it was included").0;
    assert!(unit.is_system_header(stdio));
}

#[test]
fn common_headers() {
    let mut program: String = COMMON.iter().map(|name| format!("#include <{name}>\n")).collect();
    program += "int main(void) { assert(printf(\"%d\", INT_MAX) > 0); bool b = true; uint8_t x = b; return x; }\n";
    check(&program, DataModel::Lp64);
    check(&program, DataModel::Ilp32);
}

#[test]
fn all_headers() {
    let mut program = String::from("#define _GNU_SOURCE\n#include <stdio.h>\n");
    for name in COMMON.iter().chain(FURTHER) {
        program += &format!("#if __has_include(<{name}>)\n#include <{name}>\n#endif\n");
    }
    check(&program, DataModel::Lp64);
    check(&program, DataModel::Ilp32);
}
