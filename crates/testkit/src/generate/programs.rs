//! The whole program, top to bottom. Invariant: names are declared before use, by a definition or a prototype.

use super::Generator;
use crate::c::tree::{Node, Program};

impl Generator<'_> {
    pub(super) fn program(mut self) -> Program {
        let mut items = vec![Node::line("void __heureka_print(long long);")];
        if self.shape.heap || self.shape.lists {
            items.push(Node::line("void *malloc(unsigned long);"));
            items.push(Node::line("void *calloc(unsigned long, unsigned long);"));
            items.push(Node::line("void free(void *);"));
        }
        if self.shape.memory_functions {
            items.push(Node::line("void *memset(void *, int, unsigned long);"));
            items.push(Node::line("void *memcpy(void *, const void *, unsigned long);"));
            items.push(Node::line("unsigned long strlen(const char *);"));
        }
        items.extend(self.types());
        items.push(Node::line("static unsigned long long @checksum = 1;"));
        items.extend(self.global_variables());
        let (functions, tables) = self.all_functions();
        let main = self.main_function();
        items.extend(self.late_types.drain(..).map(Node::line));
        // With prototypes for all, the order of the bodies is free.
        items.extend(functions.iter().map(|function| Node::line(&function.prototype)));
        items.extend(tables);
        let mut bodies: Vec<Node> = functions.into_iter().map(|function| function.definition).collect();
        if self.rng.chance(40) {
            self.rng.shuffle(&mut bodies);
        }
        items.extend(bodies);
        items.push(main);
        Program { items }
    }
}
