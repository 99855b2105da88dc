//! The kinds of changes.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Expr, ExprBinary, ExprLit, ExprMethodCall, GenericArgument, Lit, LitInt, Pat,
    PathArguments, ReturnType, Signature, Stmt, Type, UnOp,
};

use super::Finder;
use crate::skipped;

/// An operator and what stands in its place.
const OPERATORS: &[(&str, &[&str])] = &[
    ("<", &["<=", ">"]),
    ("<=", &["<", ">"]),
    (">", &[">=", "<"]),
    (">=", &[">", "<"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("*", &["/"]),
    ("/", &["*"]),
    ("+=", &["-="]),
    ("-=", &["+="]),
];

/// A method and the one that stands in its place.
const METHODS: &[(&str, &str)] = &[
    ("any", "all"),
    ("all", "any"),
    ("is_some", "is_none"),
    ("is_none", "is_some"),
    ("is_some_and", "is_none_or"),
    ("is_none_or", "is_some_and"),
    ("at_least", "at_most"),
    ("at_most", "at_least"),
    ("min_by_key", "max_by_key"),
    ("max_by_key", "min_by_key"),
];

impl Finder<'_> {
    pub(super) fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Binary(it) => self.binary(it),
            Expr::Unary(it) if matches!(it.op, UnOp::Not(_)) => {
                let inner = self.text(&it.expr.span().byte_range()).to_owned();
                self.instead(it, inner);
            }
            Expr::Lit(ExprLit { lit: Lit::Int(it), .. }) => self.number(it),
            Expr::If(it) => self.condition(&it.cond),
            Expr::While(it) if !has_let(&it.cond) => self.instead(&*it.cond, "false".into()),
            Expr::MethodCall(it) => self.method(it),
            Expr::Macro(it) if it.mac.path.is_ident("matches") => {
                let negated = format!("!{}", self.text(&it.span().byte_range()));
                self.instead(it, negated);
            }
            _ => (),
        }
    }

    fn binary(&mut self, it: &ExprBinary) {
        let (left, right) = (it.left.span().byte_range(), it.right.span().byte_range());
        let operator = self.text(&it.op.span().byte_range()).to_owned();
        let joined = matches!(it.op, BinOp::And(_) | BinOp::Or(_));
        if joined && (has_let(&it.left) || has_let(&it.right)) {
            // In a chain with `let` only the clauses beside it.
            for clause in [&it.left, &it.right].into_iter().filter(|it| !has_let(it)) {
                self.without_clause(&it.op, clause);
            }
            return;
        }
        let others = OPERATORS.iter().find(|it| it.0 == operator).map_or(&[][..], |it| it.1);
        for other in others {
            let text = format!("{} {other} {}", self.text(&left), self.text(&right));
            self.instead(it, text);
        }
        if joined {
            self.without_clause(&it.op, &it.left);
            self.without_clause(&it.op, &it.right);
        }
    }

    /// One clause of an *and* or an *or* is left out. Of a longer chain each is, where it stands.
    fn without_clause(&mut self, operator: &BinOp, clause: &Expr) {
        let (neutral, is_chain) = match (operator, clause) {
            (BinOp::And(_), Expr::Binary(it)) => ("true", matches!(it.op, BinOp::And(_))),
            (BinOp::Or(_), Expr::Binary(it)) => ("false", matches!(it.op, BinOp::Or(_))),
            (BinOp::And(_), _) => ("true", false),
            (BinOp::Or(_), _) => ("false", false),
            _ => return,
        };
        if !is_chain {
            self.instead(clause, neutral.into());
        }
    }

    fn condition(&mut self, condition: &Expr) {
        if has_let(condition) {
            return;
        }
        self.instead(condition, "true".into());
        self.instead(condition, "false".into());
        // Elsewhere another operator says the same.
        if matches!(condition, Expr::Call(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Field(_))
        {
            let negated = format!("!{}", self.text(&condition.span().byte_range()));
            self.instead(condition, negated);
        }
    }

    fn number(&mut self, it: &LitInt) {
        let Ok(value) = it.base10_parse::<u64>() else { return };
        let more = value.checked_add(1);
        let less = value.checked_sub(1);
        for other in [more, less].into_iter().flatten() {
            self.instead(it, format!("{other}{}", it.suffix()));
        }
    }

    fn method(&mut self, it: &ExprMethodCall) {
        let name = it.method.to_string();
        let whole = it.span().byte_range();
        let at = it.method.span().byte_range();
        if let Some((_, other)) = METHODS.iter().find(|it| it.0 == name) {
            let head = self.text(&(whole.start..at.start));
            let text = format!("{head}{other}{}", self.text(&(at.end..whole.end)));
            self.instead(it, text);
        }
    }

    pub(super) fn arm(&mut self, arm: &Arm, may_go: bool) {
        match &arm.pat {
            Pat::Guard(it) => {
                if !has_let(&it.guard) {
                    self.instead(&*it.guard, "true".into());
                    self.instead(&*it.guard, "false".into());
                }
                self.visit_expr(&it.guard);
            }
            pattern => {
                if may_go {
                    self.without_arm(arm);
                }
                let mut bounds = Bounds::default();
                bounds.visit_pat(pattern);
                for it in bounds.found {
                    let Ok(value) = it.base10_parse::<u64>() else { continue };
                    let range = it.span().byte_range();
                    for other in [value.checked_add(1), value.checked_sub(1)].into_iter().flatten()
                    {
                        self.other_bound(arm, &range, &format!("{other}{}", it.suffix()));
                    }
                }
            }
        }
    }

    /// A function that gives the same answer whatever it is asked.
    pub(super) fn fixed_values(&mut self, signature: &Signature, body: &syn::Block) {
        if body.stmts.is_empty() {
            return;
        }
        for value in values(&signature.output) {
            let says = |it: &Stmt| self.text(&it.span().byte_range()) == *value;
            if !matches!(body.stmts.as_slice(), [only] if says(only)) {
                self.at_once(signature, body, value);
            }
        }
    }
}

fn values(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, output) = output else { return &[""] };
    let Some((name, argument)) = named(output) else { return &[] };
    match name.as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => {
            &["0", "1"]
        }
        "Option" => &["None"],
        "Result" => match argument {
            Some(Type::Tuple(it)) if it.elems.is_empty() => &["Ok(())"],
            Some(it) if named(it).is_some_and(|it| it.0 == "bool") => &["Ok(true)", "Ok(false)"],
            _ => &[],
        },
        _ => &[],
    }
}

/// The name of a type and its first argument.
fn named(of: &Type) -> Option<(String, Option<&Type>)> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last()?;
    let argument = match &last.arguments {
        PathArguments::AngleBracketed(it) => it.args.iter().find_map(|it| match it {
            GenericArgument::Type(it) => Some(it),
            _ => None,
        }),
        _ => None,
    };
    Some((last.ident.to_string(), argument))
}

/// Numbers that bound ranges in a pattern.
#[derive(Default)]
struct Bounds {
    found: Vec<LitInt>,
}

impl<'ast> Visit<'ast> for Bounds {
    fn visit_expr_range(&mut self, range: &'ast syn::ExprRange) {
        for bound in [&range.start, &range.end].into_iter().flatten() {
            if let Expr::Lit(ExprLit { lit: Lit::Int(it), .. }) = &**bound {
                self.found.push(it.clone());
            }
        }
        visit::visit_expr_range(self, range);
    }
}

/// A call or an assignment.
pub(super) fn has_effect(expression: &Expr) -> bool {
    match expression {
        Expr::Assign(_) => true,
        Expr::Call(_) | Expr::MethodCall(_) => !is_skipped(expression),
        Expr::Try(it) => has_effect(&it.expr),
        Expr::Binary(it) => matches!(
            it.op,
            BinOp::AddAssign(_)
                | BinOp::SubAssign(_)
                | BinOp::MulAssign(_)
                | BinOp::DivAssign(_)
                | BinOp::BitOrAssign(_)
                | BinOp::BitAndAssign(_)
                | BinOp::BitXorAssign(_)
        ),
        _ => false,
    }
}

/// A call that only keeps room or speeds things up.
pub(super) fn is_skipped(expression: &Expr) -> bool {
    let name = match expression {
        Expr::MethodCall(it) => Some(it.method.to_string()),
        Expr::Call(it) => match &*it.func {
            Expr::Path(it) => it.path.segments.last().map(|it| it.ident.to_string()),
            _ => None,
        },
        Expr::Const(_) => return true,
        _ => None,
    };
    name.is_some_and(|it| skipped::is_call(&it))
}

/// Is there a `let` in a condition?
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(it) => has_let(&it.left) || has_let(&it.right),
        _ => false,
    }
}
