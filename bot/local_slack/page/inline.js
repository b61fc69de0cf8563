// Reads one run of text with marks like *bold* or `code` into DOM nodes. Slack's mrkdwn and Markdown share it.
//
// First everything whole is taken out of the text (code, links, mentions, emoji), then the marks are paired around what
// is left. Each mark is looked for once: the time is linear in the length, also for 40,000 asterisks.

const WORD = /[\p{L}\p{N}_]/u;
const SPACE = /\s/;

/**
 * Return DOM nodes for `text`.
 *
 * `dialect.whole` is a global RegExp for what is taken out whole, `dialect.make(match)` its node or null to leave it as
 * text; `dialect.marks` lists `[mark, tag]`, longer marks first; `dialect.plain(text)` is applied to ordinary text.
 */
export function inline(text, dialect) {
  const pieces = split(text, dialect);
  return nodes(pieces, 0, pieces.length, dialect, dialect.marks);
}

/** Characters and finished nodes, in order. */
function split(text, dialect) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(dialect.whole)) {
    const node = dialect.make(match);
    if (node === null) continue;
    for (const character of text.slice(end, match.index)) pieces.push(character);
    pieces.push(node);
    end = match.index + match[0].length;
  }
  for (const character of text.slice(end)) pieces.push(character);
  return pieces;
}

function nodes(pieces, start, end, dialect, marks) {
  const result = [];
  const hopeless = new Set(); // marks without a partner in the rest of this run
  let plain = "";
  const flush = () => {
    if (plain) result.push(document.createTextNode(dialect.plain(plain)));
    plain = "";
  };
  for (let i = start; i < end;) {
    const piece = pieces[i];
    if (typeof piece !== "string") {
      flush();
      result.push(piece);
      i += 1;
      continue;
    }
    const found = opening(pieces, i, start, end, marks, hopeless);
    if (!found) {
      plain += piece;
      i += 1;
      continue;
    }
    const [[mark, tag], closing] = found;
    flush();
    const styled = document.createElement(tag);
    styled.append(
      ...nodes(
        pieces,
        i + mark.length,
        closing,
        dialect,
        marks.filter(([other]) => other !== mark),
      ),
    );
    result.push(styled);
    i = closing + mark.length;
  }
  flush();
  return result;
}

/** The mark that opens at `i` together with the place of its partner, or null. */
function opening(pieces, i, start, end, marks, hopeless) {
  for (const entry of marks) {
    const [mark] = entry;
    if (hopeless.has(mark) || !standsAt(pieces, i, mark)) continue;
    const next = pieces[i + mark.length];
    if (i > start && isWord(pieces[i - 1])) continue;
    if (next === undefined || isSpace(next) || next === mark[0]) continue;
    const closing = partner(pieces, i + mark.length + 1, end, mark);
    if (closing !== -1) return [entry, closing];
    hopeless.add(mark);
  }
  return null;
}

function partner(pieces, from, end, mark) {
  for (let j = from; j + mark.length <= end; j += 1) {
    if (!standsAt(pieces, j, mark) || isSpace(pieces[j - 1]) || pieces[j - 1] === mark[0]) continue;
    const after = j + mark.length < end ? pieces[j + mark.length] : undefined;
    if (after === undefined || (!isWord(after) && after !== mark[0])) return j;
  }
  return -1;
}

function standsAt(pieces, i, mark) {
  for (let k = 0; k < mark.length; k += 1) if (pieces[i + k] !== mark[k]) return false;
  return true;
}

const isWord = (piece) => typeof piece === "string" && WORD.test(piece);
const isSpace = (piece) => typeof piece === "string" && SPACE.test(piece);
