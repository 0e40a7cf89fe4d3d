//! Words that users never see.

/// Words of the compiler's own source that no message may show.
const INTERNAL: [&str; 24] = [
    "ScalarId",
    "NodeId",
    "Some(",
    "None,",
    "Ok(",
    "Err(",
    "Dag",
    "Poly",
    "DType",
    "Size(",
    "Ident",
    "TokenStream",
    "ExprKind",
    "Vec<",
    "Box<",
    "Weak",
    "Value::",
    "Array {",
    "{ ",
    "error:",
    "panicked",
    "unwrap",
    "internal",
    "todo",
];

/// The internal word that a message shows. Text in backticks is the user's, or a suggestion in the language.
pub fn internal_word(message: &str) -> Option<&'static str> {
    let outside = |line: &str| line.split('`').step_by(2).collect::<String>();
    let text: String = message.lines().map(outside).collect();
    INTERNAL.into_iter().find(|word| text.contains(word))
}
