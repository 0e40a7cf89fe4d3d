//! The generated section of a document.

use crate::Error;

const BEGIN: &str = "<!-- bench report: begin -->\n";
const END: &str = "<!-- bench report: end -->\n";

/// The document with other text between its marks.
pub fn replace(document: &str, text: &str) -> Result<String, Error> {
    let parts = document
        .split_once(BEGIN)
        .and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let Some((before, after)) = parts else {
        return Err(format!("no section between `{}` and `{}`", BEGIN.trim(), END.trim()).into());
    };
    Ok(format!("{before}{BEGIN}\n{text}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections() {
        let document = format!("a\n{BEGIN}old\n{END}b\n");
        let new = replace(&document, "new").unwrap();
        assert_eq!(new, format!("a\n{BEGIN}\nnew\n{END}b\n"));
        assert_eq!(replace(&new, "new").unwrap(), new);
        assert!(replace("a", "new").is_err());
    }
}
