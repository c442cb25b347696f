//! What pointers can point to: objects and the places inside them.
//!
//! A *node* is an object and a path into it (fields, and array elements without telling them apart). A node stands both
//! for the address of that place and, where its type is a pointer, for the cell that holds one. Two pointers are to one
//! node exactly when they differ at most in array indices, so a node has one C type, and a pointer to it is the node's
//! number and an offset.

use std::collections::HashMap;

use crate::ctype::{CType, Len, TyId, Types};
use crate::tree::{FuncId, GlobalId, LocalId, StrId, Unit};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// A heap allocation, by its place in the program: each call of `malloc` and the like is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectKind {
    /// What the null pointer points to.
    Null,
    /// What a pointer that was never set points to.
    Wild,
    /// What a pointer that was made from an integer or came from outside the program points to.
    Foreign,
    Function(FuncId),
    Global(GlobalId),
    Local(FuncId, LocalId),
    Str(StrId),
    /// An array of the site's element type.
    Heap(SiteId),
    /// The value that a function returns.
    Result(FuncId),
    /// An argument on its way to a parameter that is a record with arrays.
    Argument(FuncId, LocalId),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    Field(u32),
    Element,
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub object: ObjectId,
    /// The place that this one is directly inside of.
    pub parent: Option<(NodeId, Step)>,
    pub ty: TyId,
    /// How many array elements are on the path.
    pub elements: u32,
}

/// The objects and nodes met so far, numbered in the order in which the analysis meets them.
pub struct Nodes {
    objects: Vec<(ObjectKind, NodeId)>,
    known: HashMap<ObjectKind, ObjectId>,
    nodes: Vec<Node>,
    children: HashMap<(NodeId, Step), NodeId>,
}

pub const NULL: NodeId = NodeId(0);
pub const WILD: NodeId = NodeId(1);
pub const FOREIGN: NodeId = NodeId(2);

impl Nodes {
    /// `void` is the type of the three special objects.
    pub fn new(void: TyId) -> Nodes {
        let mut nodes =
            Nodes { objects: Vec::new(), known: HashMap::new(), nodes: Vec::new(), children: HashMap::new() };
        for (kind, node) in [(ObjectKind::Null, NULL), (ObjectKind::Wild, WILD), (ObjectKind::Foreign, FOREIGN)] {
            let made = nodes.object(kind, void);
            assert!(made == node, "special objects come first");
        }
        nodes
    }

    /// The root node of an object of the given type.
    pub fn object(&mut self, kind: ObjectKind, ty: TyId) -> NodeId {
        if let Some(&object) = self.known.get(&kind) {
            return self.objects[object.0 as usize].1;
        }
        let object = ObjectId(self.objects.len() as u32);
        let root = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { object, parent: None, ty, elements: 0 });
        self.objects.push((kind, root));
        self.known.insert(kind, object);
        root
    }

    /// The root node of an object that the analysis met.
    pub fn find(&self, kind: ObjectKind) -> Option<NodeId> {
        self.known.get(&kind).map(|object| self.objects[object.0 as usize].1)
    }

    pub fn get(&self, node: NodeId) -> Node {
        self.nodes[node.0 as usize]
    }

    pub fn kind(&self, node: NodeId) -> ObjectKind {
        self.objects[self.get(node).object.0 as usize].0
    }

    pub fn root(&self, node: NodeId) -> NodeId {
        self.objects[self.get(node).object.0 as usize].1
    }

    /// The field or the elements of a place; `ty` is the type there.
    pub fn child(&mut self, parent: NodeId, step: Step, ty: TyId) -> NodeId {
        if let Some(&node) = self.children.get(&(parent, step)) {
            return node;
        }
        let node = NodeId(self.nodes.len() as u32);
        let Node { object, elements, .. } = self.get(parent);
        let elements = elements + u32::from(step == Step::Element);
        self.nodes.push(Node { object, parent: Some((parent, step)), ty, elements });
        self.children.insert((parent, step), node);
        node
    }

    pub fn element(&mut self, parent: NodeId, types: &Types) -> Option<NodeId> {
        match *types.get(self.get(parent).ty) {
            CType::Array { elem, .. } => Some(self.child(parent, Step::Element, elem)),
            _ => None,
        }
    }

    pub fn field(&mut self, parent: NodeId, field: u32, types: &Types) -> Option<NodeId> {
        let CType::Record(record) = *types.get(self.get(parent).ty) else { return None };
        let ty = types.record(record).fields.as_ref()?.get(field as usize)?.ty;
        Some(self.child(parent, Step::Field(field), ty))
    }

    /// The steps from the object's root to the node, and the array lengths at the `Element` steps.
    pub fn path(&self, node: NodeId) -> Vec<(Step, NodeId)> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some((parent, step)) = self.get(at).parent {
            path.push((step, parent));
            at = parent;
        }
        path.reverse();
        path
    }

    /// The length of the array whose element the last step of `path` is, for each `Element` step.
    pub fn dims(&self, node: NodeId, types: &Types) -> Vec<Len> {
        let arrays = self.path(node).into_iter().filter(|(step, _)| *step == Step::Element);
        arrays
            .map(|(_, parent)| match *types.get(self.get(parent).ty) {
                CType::Array { len, .. } => len,
                _ => Len::Unknown,
            })
            .collect()
    }
}

/// The source's name of an object.
pub fn object_name(unit: &Unit, kind: ObjectKind) -> String {
    match kind {
        ObjectKind::Null => "NULL".to_owned(),
        ObjectKind::Wild => "<uninitialised pointer>".to_owned(),
        ObjectKind::Foreign => "<unknown memory>".to_owned(),
        ObjectKind::Function(func) => unit.symbols.name(unit.functions[func.index()].name).to_owned(),
        ObjectKind::Global(global) => unit.symbols.name(unit.globals[global.index()].name).to_owned(),
        ObjectKind::Local(func, local) => match &unit.functions[func.index()].body {
            Some(body) => match body.locals[local.index()].name {
                Some(name) => unit.symbols.name(name).to_owned(),
                None => format!("t{}", local.0),
            },
            None => format!("t{}", local.0),
        },
        ObjectKind::Str(id) => format!("str{}", id.0),
        ObjectKind::Heap(site) => format!("heap{}", site.0),
        ObjectKind::Argument(func, local) => format!("{}.argument", object_name(unit, ObjectKind::Local(func, local))),
        ObjectKind::Result(func) => format!("{}.result", unit.symbols.name(unit.functions[func.index()].name)),
    }
}
