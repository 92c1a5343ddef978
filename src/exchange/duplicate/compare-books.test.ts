import { expect, test } from 'vitest'
import { profileOf } from './book-profile.ts'
import { likenessOf } from './compare-books.ts'

const likeness = (one: [string, string], other: [string, string]) => {
  const [first, second] = [one, other].map(([title, author]) =>
    profileOf({ title, author, edition: '', volume: '', isbn: [] }),
  )
  if (!first || !second) throw new Error('No profiles')
  expect(likenessOf(first, second)).toBe(likenessOf(second, first))
  return likenessOf(first, second)
}

test.each<[string, [string, string], [string, string]]>([
  [
    'one typo',
    ['Half of a Yellow Sun', 'Chimamanda Ngozi Adichie'],
    ['Half of a Yelow Sun', 'Chimamanda Ngozi Adichie'],
  ],
  [
    'two typos',
    ['One Hundred Years of Solitude', 'Gabriel García Márquez'],
    ['One Hundrd Years of Solitued', 'Gabriel García Márquez'],
  ],
  ['apostrophes lost', ['L’Étranger', 'Albert Camus'], ['L Etranger', 'Albert Camus']],
  ['accents as question marks', ['Bel-Ami, d’après nature', 'Émile Zola'], ['Bel-Ami, d’apr?s nature', '?mile Zola']],
  ['article', ['Les Misérables', 'Victor Hugo'], ['Misérables', 'Victor Hugo']],
  ['Arabic article', ['اللص والكلاب', 'نجيب محفوظ'], ['لص والكلاب', 'نجيب محفوظ']],
  ['subtitle', ['Educated: A Memoir', 'Tara Westover'], ['Educated', 'Tara Westover']],
  ['author turned', ['The Hobbit', 'J. R. R. Tolkien'], ['The Hobbit.', 'Tolkien, John Ronald Reuel']],
  ['initials', ['Kusadikika', 'Shaaban Robert'], ['Kusadikika!', 'S. Robert']],
  ['another author more', ['Good Omens', 'Terry Pratchett, Neil Gaiman'], ['Good Omens', 'Terry Pratchett']],
  ['and', ['Pride and Prejudice', 'Jane Austen'], ['Pride & Prejudice', 'Jane Austen']],
  ['hamza', ['المسؤولية الكبرى', 'طه حسين'], ['المسئولية الكبرى', 'طه حسين']],
  ['transliteration', ['موسم الهجرة', 'الطيب صالح'], ['Mawsim al-Hijra', 'Al-Tayyib Salih']],
  ['names spelled otherwise', ['Bayn al-Qasrayn', 'Naguib Mahfouz'], ['Bayn el Qasrain', 'Najib Mahfuz']],
  [
    'series in brackets',
    ['The Two Towers (The Lord of the Rings, #2)', 'J.R.R. Tolkien'],
    ['The Two Towers', 'J.R.R. Tolkien'],
  ],
  [
    'series in quotes',
    ['One Second After (After, #1)', 'W. R. Forstchen'],
    ['“One Second After (After, #1)”', 'W. R. Forstchen'],
  ],
  ['volume in other words', ['Mémoires, tome 2', 'Simone de Beauvoir'], ['Mémoires (Vol. II)', 'Simone de Beauvoir']],
  ['volume in Arabic', ['الأيام، الجزء الثاني', 'طه حسين'], ['الأيام ج 2', 'طه حسين']],
  [
    'volume in Swahili',
    ['Nagona, kitabu cha pili', 'Euphrase Kezilahabi'],
    ['Nagona, juzuu ya 2', 'Euphrase Kezilahabi'],
  ],
])('the same: %s', (_, one, other) => expect(likeness(one, other)).toBeGreaterThanOrEqual(0.7))

test.each<[string, [string, string], [string, string]]>([
  ['volumes', ['Nagona, Volume 1', 'Euphrase Kezilahabi'], ['Nagona, Volume 2', 'Euphrase Kezilahabi']],
  ['volumes in words', ['الأيام، الجزء الأول', 'طه حسين'], ['الأيام، الجزء الثاني', 'طه حسين']],
  ['Roman volumes', ['Henry VI, Part I', 'William Shakespeare'], ['Henry VI, Part II', 'William Shakespeare']],
  ['a volume and the whole', ['Naruto', 'Masashi Kishimoto'], ['Naruto (Naruto, #4)', 'Masashi Kishimoto']],
  ['numbers of a series', ['Saga (Saga, #1)', 'Brian K. Vaughan'], ['Saga (Saga, #2)', 'Brian K. Vaughan']],
  ['another author', ['Poems', 'Emily Dickinson'], ['Poems', 'Walt Whitman']],
  ['no author', ['Collected Poems', 'Emily Dickinson'], ['Collected Poems', '']],
  ['editions by year', ['Bleak House (1985)', 'Charles Dickens'], ['Bleak House (1996)', 'Charles Dickens']],
  ['editions by number', ['Biology, 2nd edition', 'Neil Campbell'], ['Biology, 3rd edition', 'Neil Campbell']],
  ['little words', ['La Mer', 'Jules Michelet'], ['Le Mur', 'Jules Michelet']],
  ['other subtitles', ['Africa: A History', 'Basil Davidson'], ['Africa: An Atlas', 'Basil Davidson']],
  ['another word', ['The Silent House', 'Orhan Pamuk'], ['The White Castle', 'Orhan Pamuk']],
  ['only initials agree', ['Selected Letters', 'J. K. Smith'], ['Selected Letters', 'J. K. Brown']],
])('not the same: %s', (_, one, other) => expect(likeness(one, other)).toBe(0))

test('One ISBN and alike titles are enough, one ISBN alone is not, and another edition or volume is another book', () => {
  const emma = { title: 'Emma', author: 'Jane Austen', edition: '', volume: '', isbn: ['9780141439587'] }
  const like = (other: Partial<typeof emma>) => likenessOf(profileOf(emma), profileOf({ ...emma, ...other }))
  expect(like({ author: '' })).toBe(1)
  expect(like({ author: 'J. Austin', edition: '2nd' })).toBe(1)
  expect(like({ title: 'Persuasion' })).toBe(0)
  expect(like({ edition: '2nd', isbn: [] })).toBe(0)
  expect(like({ isbn: ['9780199535521'] })).toBe(1)
  const second = profileOf({ ...emma, volume: '2' })
  expect(likenessOf(profileOf({ ...emma, volume: 'Tome 1' }), second)).toBe(0)
  expect(likenessOf(profileOf({ ...emma, volume: 'Tome 2' }), second)).toBe(1)
  expect(likenessOf(profileOf(emma), second)).toBe(1)
})
