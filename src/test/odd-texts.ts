import * as fc from 'fast-check'
import cases from '#base/lib/search/fold-cases.json' with { type: 'json' }

/** Pieces of texts that a rule may be about; `¦` separates them. */
const PIECES = [
  String.raw`the ¦The¦A ¦an ¦a is ¦a  la ¦a l'¦La ¦les ¦l’¦L'¦L´¦une ¦DES ¦un¦to¦a¦b¦L¦t¦Zz¦0¦9¦Harry Potter¦Potter¦word`,
  String.raw`ال¦الله¦ٱل¦اَل¦الذي¦التي ¦ة¦ى¦أ¦إ¦مَ¦ـ¦ک¦٣¦۴¦،¦؟¦ليل¦(¦)¦[¦]¦ (¦) ¦#¦ #1)¦, #2.5)¦#12]¦ Potter, #3)¦: ¦ : ¦:¦;¦.¦ ¦  `,
  String.raw`'¦´¦"¦“¦’¦—¦-¦_¦%¦\¦+¦$¦*¦=¦<¦>¦^¦|¦~¦@¦&¦/¦!¦?¦{¦§¦¶¦¿¦·¦…¦。¦٪¦İ¦I¦ı¦Σ¦ΟΔΟΣ¦ς¦ß¦ẞ¦œ¦Æ¦Þ¦ø¦Ł¦ſ¦ﬁ¦ﷺ¦ｶﾞ¦①¦½¦²¦É¦ש¦ж¦Й¦中¦한¦ሀ¦क्¦😀`,
  '\t¦\n¦\v¦\r¦`¦\u1FFD¦\u212A¦\u00A0¦\u0085¦\u1680¦\u2003¦\u2028¦\u3000¦\u200B¦\uFEFF¦\u0001¦\u001C¦\u001F¦ \u001F ¦\u007F¦\u009F',
  'e\u0301¦\u0301¦\u0323\u0302¦\u064B¦\u0670¦\u05B0¦\u{1D400}¦\u{10FFFF}¦les\t¦\u200D',
].flatMap((pieces) => pieces.split('¦'))

/** Texts of odd pieces, and plain ones, which are the same in every run: what the rules of folding and order are tried with. */
export function oddTexts(count: number): string[] {
  const odd = fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 14 })
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 30 })
  const anything = fc.string({ unit: 'binary', maxLength: 12 })
  const text = fc.oneof({ weight: 6, arbitrary: odd }, ascii, anything).map((one) => one.replaceAll('\0', ''))
  return [...cases.map((one) => one.text), ...fc.sample(text, { numRuns: count, seed: 22 })]
}
