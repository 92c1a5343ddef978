import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldWithMap } from './fold.ts'
import { highlight } from './highlight.ts'

/** The text with its hits in brackets. */
const marked = (text: string, term: string): string =>
  highlight(text, term)
    .map((stretch) => (stretch.isHit ? `[${stretch.text}]` : stretch.text))
    .join('')

describe('marksOf', () => {
  test.each([
    ['without accents', 'Les Misérables', 'miserables', 'Les [Misérables]'],
    ['with other accents and case', 'Les Miserables', 'MISÈR', 'Les [Miser]ables'],
    ['in any order', 'Notre-Dame de Paris', 'paris notre', '[Notre]-Dame de [Paris]'],
    ['every time', 'La mer, la Mer', 'mer', 'La [mer], la [Mer]'],
    ['decomposed accents whole', 'Ame\u0301lie', 'ame', '[Ame\u0301]lie'],
    ['three letters inside a word', 'Misérables', 'rab', 'Misé[rab]les'],
    ['two letters only where a word begins', 'Ridley rides in a ride', 'ri', '[Ri]dley [ri]des in a [ri]de'],
    ['one letter only where a word begins', 'A banana', 'a', '[A] banana'],
    ['one letter after an apostrophe or a dash', 'l’été d’Ève, sous-entendu', 'e', 'l’[é]té d’[È]ve, sous-[e]ntendu'],
    ['hits that overlap as one', 'Bananas', 'bana nana', '[Banana]s'],
    ['typographic apostrophes', 'Ng’ombe', "ng'ombe", '[Ng]’[ombe]'],
    ['a half of a ligature whole', 'Cœur', 'coe', '[Cœ]ur'],
    ['the end of a ligature', 'Œuvre', 'euv', '[Œuv]re'],
    ['letters that grow', 'Straße', 'strasse', '[Straße]'],
    ['Arabic without hamza, harakat, tatweel', 'أَنْشُودَة الـمَطَر', 'انشوده المطر', '[أَنْشُودَة] [الـمَطَر]'],
    ['Arabic inside a word', 'والكتاب', 'كتاب', 'وال[كتاب]'],
    ['Persian letters', 'کتاب', 'كتاب', '[کتاب]'],
    ['Arabic digits', 'رواية ١٩٨٤', '1984', 'رواية [١٩٨٤]'],
    ['letters beyond 16 bits', '📚 𝐁ook', 'book', '📚 [𝐁ook]'],
    ['an emoji', 'Love 📚', '📚', 'Love [📚]'],
    ['symbols as letters', '10% Happier', '10%', '[10%] Happier'],
    ['an underscore', 'snake_case', '_', 'snake[_]case'],
    ['a backslash', 'C:\\books', 'c:\\b', '[C]:[\\b]ooks'],
    ['Korean by its first letters', '한글', '한', '[한]글'],
    ['nothing for another word', 'Bodley', 'ridley', 'Bodley'],
    ['nothing for an empty term', 'Bodley', '  ', 'Bodley'],
    ['nothing for punctuation', 'Who? Me!', '?!', 'Who? Me!'],
    ['nothing in an empty text', '', 'a', ''],
  ])('%s', (_, text, term, expected) => {
    expect(marked(text, term)).toBe(expected)
  })

  test('keeps the whole text and marks the word', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aÀé\u0301œß ’-%_ اأٱةهـَ١1ﷺ한📚'), maxLength: 30 })
    fc.assert(
      fc.property(letters, letters, (text, term) => {
        const stretches = highlight(text, term)
        expect(stretches.map((stretch) => stretch.text).join('')).toBe(text)
        expect(stretches.every((stretch) => stretch.text !== '')).toBe(true)
        expect(stretches.every(({ isHit }, at) => isHit !== stretches[at - 1]?.isHit)).toBe(true)
        for (const { isHit, text: hit } of stretches) if (isHit) expect(foldWithMap(hit).text).not.toBe('')
      }),
    )
  })
})
