import { readFileSync } from 'node:fs';
import { isAscii } from '@mneme/language/text';
import { type Table, TableError } from '@mneme/language/vectors';
import { LatinLanguage } from './latin-language.ts';
import { WordRows } from './word-rows.ts';

const kanaClass = String.raw`\p{Script=Hiragana}\p{Script=Katakana}`;
/** The scripts of each language; for Latin letters the text decides. */
const scripts = {
  ru: String.raw`\p{Script=Cyrillic}`,
  ar: String.raw`\p{Script=Arabic}`,
  hi: String.raw`\p{Script=Devanagari}`,
  ko: String.raw`\p{Script=Hangul}`,
  ja: String.raw`${kanaClass}\p{Script=Han}\u3005\u30fc`,
  latin: String.raw`\p{Script=Latin}`,
};
type Script = keyof typeof scripts;
const names = Object.keys(scripts) as Script[];
type Patterns = Record<'run' | 'han' | 'kana' | 'other', RegExp>;
let patterns: Patterns | undefined;

/** Compiled at first use: most texts are English ASCII, and a program starts faster. */
function patternsOfScripts(): Patterns {
  const { ru, ar, hi, ko } = scripts;
  patterns ??= {
    run: new RegExp(names.map((name) => `(?<${name}>[${scripts[name]}]+)`).join('|'), 'gu'),
    han: /\p{Script=Han}/u,
    kana: new RegExp(`[${kanaClass}]`, 'u'),
    other: new RegExp(`[${ru}${ar}${hi}${ko}${kanaClass}]`, 'u'),
  };
  return patterns;
}

/** Minimum letters of a piece inside a word; default 3. */
const least: Readonly<Record<string, number>> = { ja: 1, ko: 1, de: 4, ru: 4 };

/** Vectors of texts in ten more languages, in the space of the bundled table. */
export class Languages {
  /** Vectors of another revision must not be compared. */
  readonly revision: string;
  readonly #table: Table;
  readonly #widths: readonly number[];
  readonly #rows = new Map<string, WordRows>();
  #latin: LatinLanguage | undefined;
  #centres: Int8Array | undefined;

  /** Throws `TableError` if a file is unreadable, or was made for another table. */
  constructor(table: Table) {
    const header = JSON.parse(read('header.json').toString('utf8')) as {
      revision: string;
      of: string;
      parts: number[];
    };
    if (header.of !== table.header.revision)
      throw new TableError(
        `@mneme/multilingual is made for the table ${header.of}, this one is ${table.header.revision}: install versions that belong together`,
      );
    this.revision = header.revision;
    this.#table = table;
    this.#widths = header.parts;
  }

  /**
   * A vector of length 1; all zeros if nothing of the text has a row. For English and Chinese it is the bundled table's
   * own.
   */
  encode(text: string): Float32Array {
    const ascii = isAscii(text);
    const normal = normaliseWords(text);
    const isOther = !ascii && patternsOfScripts().other.test(normal);
    // A few Latin letters among Chinese ones are names.
    const isChinese = !ascii && !isOther && patternsOfScripts().han.test(normal);
    this.#latin ??= new LatinLanguage(read('common.txt').toString('utf8'));
    const latin = isChinese ? undefined : this.#latin.of(normal, { ascii });
    if (latin === undefined && !isOther) return this.#table.encode(text);
    const { kana, run } = patternsOfScripts();
    const japanese = kana.test(normal);
    const words = new Float32Array(this.#table.header.dimensions);
    const rest = normal.replace(run, (word, ...found) => {
      const groups = found.at(-1) as Record<Script, string | undefined>;
      const script = names.find((name) => groups[name] !== undefined) as Script;
      const language = script === 'latin' ? latin : script;
      if (language === undefined || (language === 'ja' && !japanese)) return word;
      return this.#rowsOf(language).add(word, words) ? ' ' : word;
    });
    const { vector } = this.#table.sum(rest);
    let squares = 0;
    for (let at = 0; at < vector.length; at++) {
      vector[at] = (vector[at] as number) + (words[at] as number);
      squares += (vector[at] as number) ** 2;
    }
    const length = Math.sqrt(squares);
    return length > 0 ? vector.map((value) => value / length) : vector;
  }

  #rowsOf(language: string): WordRows {
    let rows = this.#rows.get(language);
    if (rows === undefined) {
      this.#centres ??= new Int8Array(read('codebook.bin'));
      const codebook = { widths: this.#widths, centres: this.#centres };
      rows = new WordRows(read(`${language}.bin`), { codebook, least: least[language] ?? 3 });
      this.#rows.set(language, rows);
    }
    return rows;
  }
}

function read(name: string): Buffer {
  const path = new URL(`../model/${name}`, import.meta.url);
  try {
    return readFileSync(path);
  } catch (cause) {
    const problem = `cannot be read (${(cause as Error).message}): if this application is bundled, leave @mneme/multilingual out of the bundle`;
    throw new TableError(`the word vectors ${path} ${problem}`, { cause });
  }
}

/** All marks except those of kana and Devanagari, which change the word. */
const accent = /(?![\u3099\u309a\u0900-\u097f])\p{Mn}/gu;

/** Compatibility form, lower case, without accents. */
function normaliseWords(text: string): string {
  return isAscii(text)
    ? text.toLowerCase()
    : text.normalize('NFKC').toLowerCase().normalize('NFD').replace(accent, '').normalize('NFC');
}
