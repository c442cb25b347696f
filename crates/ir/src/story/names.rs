//! Names and values as the source would have them: the parts of a pointer are shown as one.

use std::collections::HashMap;

use crate::address;
use crate::blocks::is_live_name;
use crate::fraction::Fraction;
use crate::ids::{ArrayId, ProcId, VarId};
use crate::program::{Dim, Program, Role, WILD};

/// Larger sets are shown by their first elements.
const MOST_ELEMENTS: usize = 12;

/// The variables that hold one pointer.
#[derive(Clone, Copy, Debug, Default)]
struct Pointer {
    object: Option<VarId>,
    offset: Option<VarId>,
    instance: Option<VarId>,
}

pub(super) struct SourceNames<'p> {
    program: &'p Program,
    /// By owner and name of the pointer.
    pointers: HashMap<(Option<ProcId>, &'p str), Pointer>,
    /// Arrays that only keep the books.
    hidden: Vec<bool>,
}

/// The name of the pointer that a variable is a part of.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

impl<'p> SourceNames<'p> {
    pub(super) fn of(program: &'p Program) -> SourceNames<'p> {
        let mut pointers: HashMap<(Option<ProcId>, &str), Pointer> = HashMap::new();
        for id in program.var_ids() {
            let var = program.var(id);
            let part = |pointer: &mut Pointer| match var.role {
                Role::PointerObject => pointer.object = Some(id),
                Role::PointerOffset => pointer.offset = Some(id),
                Role::PointerInstance => pointer.instance = Some(id),
                Role::Source | Role::Temp | Role::Hidden => {}
            };
            if is_pointer_part(var.role) {
                part(pointers.entry((var.owner, stem(&var.name))).or_default());
            }
        }
        let mut hidden: Vec<bool> = program
            .arrays
            .iter()
            .map(|array| {
                let is_part =
                    [".off", ".inst"].iter().any(|suffix| array.name.ends_with(suffix)) || is_live_name(&array.name);
                // Sets on their way into a function, or inside an expression.
                let is_passing = array.is_set() && (array.name.ends_with(".argument") || array.name.starts_with('<'));
                is_part || is_passing
            })
            .collect();
        for dim in program.arrays.iter().flat_map(|array| &array.dims) {
            if let Dim::PerInstance(lengths) = dim {
                hidden[lengths.index()] = true;
            }
        }
        SourceNames { program, pointers, hidden }
    }

    /// True for what has a name in the source.
    pub(super) fn shows_var(&self, var: VarId) -> bool {
        !matches!(self.program.var(var).role, Role::Temp | Role::Hidden)
    }

    pub(super) fn shows_array(&self, array: ArrayId) -> bool {
        !self.hidden[array.index()]
    }

    fn pointer(&self, var: VarId) -> Option<Pointer> {
        let data = self.program.var(var);
        is_pointer_part(data.role).then(|| self.pointers[&(data.owner, stem(&data.name))])
    }

    /// The variables whose values are needed to show these.
    pub(super) fn complete(&self, vars: impl IntoIterator<Item = VarId>) -> Vec<VarId> {
        let mut all = Vec::new();
        for var in vars.into_iter().filter(|&var| self.shows_var(var)) {
            match self.pointer(var) {
                None => all.push(var),
                Some(pointer) => all.extend([pointer.object, pointer.offset, pointer.instance].into_iter().flatten()),
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Names and values of variables, with the parts of a pointer as one.
    pub(super) fn show(&self, values: &[(VarId, Fraction)]) -> Vec<(String, String)> {
        let value_of = |part: Option<VarId>| values.iter().find(|(var, _)| Some(*var) == part)?.1.whole();
        let mut shown = Vec::new();
        for &(var, value) in values.iter().filter(|&&(var, _)| self.shows_var(var)) {
            let name = &self.program.var(var).name;
            match self.pointer(var) {
                None => shown.push((name.clone(), value.to_string())),
                // The whole pointer is shown where its first part stands.
                Some(pointer) => {
                    let parts = [pointer.object, pointer.offset, pointer.instance];
                    let first = values.iter().find(|(other, _)| parts.contains(&Some(*other)));
                    if first.is_some_and(|&(first, _)| first == var) {
                        let object = value_of(pointer.object).unwrap_or(WILD);
                        let value = self.pointer_value(object, value_of(pointer.offset), value_of(pointer.instance));
                        shown.push((stem(name).to_owned(), value));
                    }
                }
            }
        }
        shown
    }

    fn pointer_value(&self, object: i128, offset: Option<i128>, instance: Option<i128>) -> String {
        let Some(target) = usize::try_from(object - 1).ok().and_then(|at| self.program.objects.get(at)) else {
            return if object == 0 { "NULL".to_owned() } else { "an invalid pointer".to_owned() };
        };
        let object = object_name(&target.name, instance);
        let name = &object;
        let place = match offset {
            // A block of the heap is an array of one element unless it is used as more.
            Some(0) if is_heap(name) => name.replacen("[]", "", 1),
            Some(offset) if name.contains("[]") => name.replacen("[]", &format!("[{offset}]"), 1),
            Some(offset) if offset != 0 || self.is_array(&target.name) => format!("{name}[{offset}]"),
            _ => name.replacen("[]", "", 1),
        };
        format!("&{place}")
    }

    fn is_array(&self, name: &str) -> bool {
        let same = |array: &str| array.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.program.arrays.iter().any(|array| same(&array.name))
    }

    /// A cell of an array and its value.
    pub(super) fn show_cell(&self, array: ArrayId, indices: &[u64], value: Fraction) -> (String, String) {
        let data = self.program.array(array);
        let (name, value) = match data.name.strip_suffix(".obj") {
            Some(name) => (name, self.pointer_value(value.whole().unwrap_or(WILD), None, None)),
            None => (&*data.name, value.to_string()),
        };
        let (instance, indices) = match (data.dims.first(), indices.split_first()) {
            (Some(Dim::Unbounded), Some((&instance, rest))) if !rest.is_empty() => (Some(instance as i128), rest),
            _ => (None, indices),
        };
        if !is_heap(name) {
            return (place(&object_name(name, instance), indices), value);
        }
        // The elements of a block come before the fields of an element.
        let (block, field) = name.split_once('.').unwrap_or((name, ""));
        let block = object_name(block, instance);
        let element = if indices == [0] { block } else { place(&block, indices) };
        let cell = if field.is_empty() { element } else { format!("{element}.{field}") };
        (cell, value)
    }

    /// A set and its elements.
    pub(super) fn show_set(&self, set: ArrayId, elements: &[Fraction]) -> (String, String) {
        let mut listed: Vec<String> =
            elements.iter().take(MOST_ELEMENTS).map(|element| self.element(*element)).collect();
        if elements.len() > MOST_ELEMENTS {
            listed.push(format!("… ({} elements)", elements.len()));
        }
        (self.program.array(set).name.clone(), format!("{{{}}}", listed.join(", ")))
    }

    /// A number, or the pointer that it stands for.
    fn element(&self, element: Fraction) -> String {
        match element.whole().and_then(address::parts) {
            Some((object, offset, instance)) => {
                self.pointer_value(object, Some(offset), (instance > 0).then_some(instance))
            }
            None => element.to_string(),
        }
    }

    /// An array, or the part of it that the first `count` indices select.
    pub(super) fn show_part(&self, array: ArrayId, prefix_len: usize) -> String {
        let data = self.program.array(array);
        let name = data.name.strip_suffix(".obj").unwrap_or(&data.name);
        // The instance has no name in the source.
        let is_instance = matches!(data.dims.first(), Some(Dim::Unbounded)) && prefix_len == 1;
        if prefix_len == 0 || is_instance { name.to_owned() } else { format!("part of {name}") }
    }
}

fn is_pointer_part(role: Role) -> bool {
    matches!(role, Role::PointerObject | Role::PointerOffset | Role::PointerInstance)
}

/// True for what stands for blocks of the heap.
fn is_heap(name: &str) -> bool {
    name.strip_prefix("heap").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

/// The name of one of the objects that share a name: the instance is put behind the name of the object itself.
fn object_name(name: &str, instance: Option<i128>) -> String {
    let Some(instance) = instance else { return name.to_owned() };
    let end = name.find(['.', '[']).unwrap_or(name.len());
    format!("{}#{instance}{}", &name[..end], &name[end..])
}

fn place(name: &str, indices: &[u64]) -> String {
    let indices: String = indices.iter().map(|index| format!("[{index}]")).collect();
    format!("{name}{indices}")
}
