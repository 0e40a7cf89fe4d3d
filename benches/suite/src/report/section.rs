//! Generated sections of documents.

use crate::Error;

/// The document with other text between the marks of a section.
pub fn replace(document: &str, section: &str, text: &str) -> Result<String, Error> {
    let [begin, end] = ["begin", "end"].map(|mark| format!("<!-- bench {section}: {mark} -->\n"));
    let parts = document
        .split_once(&begin)
        .and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let Some((before, after)) = parts else {
        return Err(format!("no section between `{}` and `{}`", begin.trim(), end.trim()).into());
    };
    Ok(format!("{before}{begin}\n{}\n\n{end}{after}", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections() {
        let (begin, end) = ("<!-- bench report: begin -->", "<!-- bench report: end -->");
        let document = format!("a\n{begin}\nold\n{end}\nb\n");
        let new = replace(&document, "report", "new\n").unwrap();
        assert_eq!(new, format!("a\n{begin}\n\nnew\n\n{end}\nb\n"));
        assert_eq!(replace(&new, "report", "new").unwrap(), new);
        assert!(replace(&document, "summary", "new").is_err());
    }
}
