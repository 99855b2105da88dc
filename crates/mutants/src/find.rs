//! Finds everything in a source that could be changed. `kinds` says how; here is where: what is constant, tested only, worded
//! only or a pattern is passed by.

mod kinds;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::Path;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, Expr, ExprMatch, ImplItemFn, ItemFn, ItemImpl, Pat, Signature, Stmt,
    TraitItemFn,
};

use crate::mutant::{GUARD, Mutant, SWITCH, Wrap, short};
use crate::skipped::{self, Skipped};

/// All mutants of a source in the order in which they stand there.
pub(crate) fn mutants(
    file: &Path,
    source: &str,
    skipped: &Skipped,
) -> Result<Vec<Mutant>, syn::Error> {
    let tree = syn::parse_file(source)?;
    let mut finder = Finder { file, source, skipped, found: Vec::new() };
    finder.visit_file(&tree);
    let mut found = finder.found;
    found.sort_by_key(|it| (it.change.0.start, it.change.0.end));
    Ok(found)
}

struct Finder<'a> {
    file: &'a Path,
    source: &'a str,
    skipped: &'a Skipped,
    found: Vec<Mutant>,
}

impl Finder<'_> {
    fn text(&self, range: &Range<usize>) -> &str {
        &self.source[range.clone()]
    }

    fn add(&mut self, what: String, change: (Range<usize>, String), wraps: Vec<Wrap>) {
        let line = self.source[..change.0.start].matches('\n').count() + 1;
        self.found.push(Mutant { file: self.file.to_owned(), line, what, change, wraps });
    }

    /// Another expression in place of this one.
    fn instead(&mut self, of: &impl Spanned, text: String) {
        let range = of.span().byte_range();
        let before = format!("(if {SWITCH} {{ {text} }} else {{ ");
        let what = format!("`{}` becomes `{}`", short(self.text(&range)), short(&text));
        let wrap = Wrap { range: range.clone(), before, after: " })".into() };
        self.add(what, (range, text), vec![wrap]);
    }

    /// A statement that is not executed.
    fn without(&mut self, statement: &Stmt) {
        let range = statement.span().byte_range();
        let what = format!("`{}` is left out", short(self.text(&range)));
        let before = format!("if !{SWITCH} {{ ");
        let wrap = Wrap { range: range.clone(), before, after: " }".into() };
        self.add(what, (range, String::new()), vec![wrap]);
    }

    /// A function that does nothing but this.
    fn at_once(&mut self, signature: &Signature, body: &syn::Block, value: &str) {
        let inner = body.brace_token.span.open().byte_range().end;
        let statement =
            if value.is_empty() { "return;".into() } else { format!("return {value};") };
        let what = format!("`{}` does nothing but `{statement}`", signature.ident);
        let before = format!(" if {SWITCH} {{ {statement} }}");
        let wrap = Wrap { range: inner..inner, before, after: String::new() };
        self.add(what, (inner..inner, format!(" {statement}")), vec![wrap]);
    }

    /// An arm of a match that never matches.
    fn without_arm(&mut self, arm: &Arm) {
        let end = arm.pat.span().byte_range().end;
        let what = format!("the arm `{}` is left out", short(self.text(&arm.span().byte_range())));
        let wrap = Wrap { range: end..end, before: GUARD.into(), after: String::new() };
        self.add(what, (arm.span().byte_range(), String::new()), vec![wrap]);
    }

    /// An arm of a match with another bound of a range in its pattern.
    fn other_bound(&mut self, arm: &Arm, bound: &Range<usize>, text: &str) {
        let pattern = arm.pat.span().byte_range();
        let (start, end) = (pattern.start, pattern.end);
        let body = self.text(&arm.body.span().byte_range());
        let (head, tail) = (&self.source[start..bound.start], &self.source[bound.end..end]);
        let other = format!("{head}{text}{tail}");
        let first = format!("{other} if {SWITCH} => {body}, ");
        let what = format!("`{}` becomes `{}`", short(self.text(&pattern)), short(&other));
        let wraps = vec![
            Wrap { range: start..start, before: first, after: String::new() },
            Wrap { range: end..end, before: GUARD.into(), after: String::new() },
        ];
        self.add(what, (bound.clone(), text.to_owned()), wraps);
    }

    fn function(&mut self, attributes: &[Attribute], signature: &Signature, body: &syn::Block) {
        let name = signature.ident.to_string();
        let passed_by = is_for_tests(attributes) || signature.constness.is_some();
        if passed_by || self.skipped.is_function(self.file, &name) {
            return;
        }
        self.fixed_values(signature, body);
        self.visit_block(body);
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Fn(ItemFn { attrs, sig, block, .. }) => self.function(attrs, sig, block),
            syn::Item::Impl(it) => self.visit_item_impl(it),
            syn::Item::Trait(it) => visit::visit_item_trait(self, it),
            syn::Item::Mod(it) if !is_for_tests(&it.attrs) => visit::visit_item_mod(self, it),
            // Constants, statics, types and macros.
            _ => (),
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let of = item.trait_.as_ref().and_then(|it| it.0.segments.last());
        let skip = of.is_some_and(|it| skipped::is_trait(&it.ident.to_string()));
        if !skip && !is_for_tests(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, it: &'ast ImplItemFn) {
        self.function(&it.attrs, &it.sig, &it.block);
    }

    fn visit_trait_item_fn(&mut self, it: &'ast TraitItemFn) {
        if let Some(body) = &it.default {
            self.function(&it.attrs, &it.sig, body);
        }
    }

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    /// What is in a pattern is no expression; guards and ranges are looked at where the arm is.
    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement
            && kinds::has_effect(expression)
        {
            self.without(statement);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_match(&mut self, it: &'ast ExprMatch) {
        self.visit_expr(&it.expr);
        let has_rest = it.arms.last().is_some_and(|it| takes_all(&it.pat));
        for (i, arm) in it.arms.iter().enumerate() {
            self.arm(arm, has_rest && i + 1 < it.arms.len());
            self.visit_expr(&arm.body);
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if kinds::is_skipped(expression) {
            return;
        }
        self.expression(expression);
        match expression {
            // Numbers of places in a list, and what has to be constant.
            Expr::Index(it) => self.visit_expr(&it.expr),
            Expr::Repeat(it) => self.visit_expr(&it.expr),
            _ => visit::visit_expr(self, expression),
        }
    }
}

/// `_` or a name; a single word in capitals is a value.
fn takes_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(it) => it.ident.to_string().starts_with(char::is_lowercase),
        _ => false,
    }
}

/// `#[cfg(test)]`, `#[test]`, `#[cfg(debug_assertions)]`.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| {
        let says = |word: &str| match &it.meta {
            syn::Meta::List(list) => list.tokens.to_string() == word,
            _ => false,
        };
        it.path().is_ident("test")
            || (it.path().is_ident("cfg") && (says("test") || says("debug_assertions")))
    })
}
