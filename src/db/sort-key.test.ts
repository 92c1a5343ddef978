import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { db } from './connection/client.server.ts'

useDatabase()

async function one(expression: ReturnType<typeof sql>): Promise<string | undefined> {
  const { rows } = await db.execute<{ answer: string }>(sql`select ${expression} as answer`)
  return rows[0]?.answer
}
const withoutArticle = (text: string) => one(sql`public.without_article(${text}::text)`)
const keyOf = (title: string) => one(sql`public.sort_key(public.without_article(${title}::text))`)

describe('the leading article', () => {
  test.each([
    ['The Hobbit', 'Hobbit'],
    ['THE HOBBIT', 'HOBBIT'],
    ['A Game of Thrones', 'Game of Thrones'],
    ['An Echo in the Bone', 'Echo in the Bone'],
    ['“The Raven”', 'Raven”'],
    ["The 'Burbs", 'Burbs'],
    ['Les Misérables', 'Misérables'],
    ["L'Étranger", 'Étranger'],
    ['L’Écume des jours', 'Écume des jours'],
    ['Un œuf pour le prix de la fiancée', 'œuf pour le prix de la fiancée'],
    ['Une partie de football', 'partie de football'],
    ['Des amis devenus ennemis', 'amis devenus ennemis'],
    ['الفيل الأزرق', 'فيل الأزرق'],
    ['الأم', 'أم'],
    ['ٱلْكِتَابُ', 'كِتَابُ'],
    ["'Salem's Lot", "Salem's Lot"],
    ['#GIRLBOSS', 'GIRLBOSS'],
    ['¿Quién?', 'Quién?'],
  ])('of %s goes', async (title, bare) => expect(await withoutArticle(title)).toBe(bare))

  test.each([
    'Then She Was Gone',
    'Theory of Games',
    'A',
    'The',
    'Le',
    "L'",
    'ال',
    'A is for Alibi',
    'A to Z of Kiswahili',
    'A la recherche du temps perdu',
    "A l'ombre des jeunes filles en fleurs",
    'À la recherche du temps perdu',
    'A. Lincoln',
    'L.A. Confidential',
    'Anansi',
    'Lesotho',
    'La, sitaki',
    'ألف ليلة وليلة',
    'الف ليلة وليلة',
    'إلى الأمام',
    'الى الأمام',
    'الله أكبر',
    'الذي لا يحب جمال عبد الناصر',
    'Die Trying',
    '1984',
  ])('is none in %s', async (title) => expect(await withoutArticle(title)).toBe(title))
})

describe('an author is filed under', () => {
  test.each([
    ['Stephen King', 'king stephen'],
    ['Stephen King, Peter Straub', 'king stephen peter straub'],
    ['Jean Piaget et Bärbel Inhelder', 'piaget jean et barbel inhelder'],
    ['J.R.R. Tolkien', 'tolkien j r r'],
    ['Kurt Vonnegut Jr.', 'vonnegut kurt'],
    ['Martin Luther King, Jr., Clayborne Carson', 'king martin luther clayborne carson'],
    ['Andre Dubus III', 'dubus andre'],
    ['Ursula K. Le Guin', 'le guin ursula k'],
    ['John le Carré', 'le carre john'],
    ['Daphne du Maurier', 'du maurier daphne'],
    ['Madame de La Fayette', 'la fayette madame de'],
    ['Antoine de Saint-Exupéry', 'saint exupery antoine de'],
    ['Vincent van Gogh', 'gogh vincent van'],
    ['Chris Van Allsburg', 'van allsburg chris'],
    ['Johann Wolfgang von Goethe', 'goethe johann wolfgang von'],
    ['Tahar Ben Jelloun', 'ben jelloun tahar'],
    ['Ben Okri', 'okri ben'],
    ['Safiy al-Rahman al-Mubarakfuri', 'mubarakfuri safiy al rahman'],
    ['Malcolm X', 'x malcolm'],
    ['Лев Толстой', 'толстои лев'],
    // As they are written.
    ['Tolkien, J. R. R.', 'tolkien j r r'],
    ['García Márquez, Gabriel', 'garcia marquez gabriel'],
    ['Le Guin, Ursula K.', 'le guin ursula k'],
    ['Plato, Desmond Lee', 'plato desmond lee'],
    ['Voltaire', 'voltaire'],
    ['Le Corbusier', 'le corbusier'],
    ['Ngũgĩ wa Thiong’o', 'ngugi wa thiongo'],
    ['Abdallah bin Hemedi bin Ali Liajjemi', 'abdallah bin hemedi bin ali liajjemi'],
    ['الطيب صالح', 'الطيب صالح'],
    ['نجيب محفوظ، طه حسين', 'نجيب محفوظ طه حسين'],
    ['村上 春樹', '村上 春樹'],
    ['American Psychiatric Association', 'american psychiatric association'],
    ['The Arbinger Institute', 'the arbinger institute'],
    ['Augustine of Hippo', 'augustine of hippo'],
    ['Taasisi ya Taaluma za Kiswahili', 'taasisi ya taaluma za kiswahili'],
    ['', '\uFFFF'],
  ])('%s', async (author, key) => {
    const { sortAuthor } = await aBook({ author })
    expect(sortAuthor).toBe(key)
  })
})

describe('the sort key of a title', () => {
  test.each([
    ["'Salem's Lot", 'salems lot'],
    ['#GIRLBOSS', 'girlboss'],
    ['The Hobbit', 'hobbit'],
    ['1984', '1984'],
    ["'M'e Maneo's pumpkin", 'me maneos pumpkin'],
    [' Angels (Walsh Family, #3)', 'angels walsh family 3'],
    ['"حكايات فرغلي المستكاوي "حكايتى مع كفر السحلاوية', 'حكايات فرغلي المستكاوي حكايتي مع كفر السحلاويه'],
    ['الأسود يليق بك', 'اسود يليق بك'],
    ['Élan', 'elan'],
    ['Spider-Man', 'spider man'],
    ['C++', 'c++'],
    ['🐘 Tembo', 'tembo'],
    ['The', 'the'],
    ['A', 'a'],
    ['***', '***'],
    ['The ***', 'the'],
    ["'", "'"],
    ['ـ', 'ـ'],
  ])('%s', async (title, key) => expect(await keyOf(title)).toBe(key))

  test('is never empty, and fits into an index', async () => {
    const { rows } = await db.execute<{ least: number; most: number }>(sql`
      select min(length(public.sort_key(public.without_article(text)))) as least,
        max(octet_length(left(public.sort_key(public.without_article(repeat(text, 500))), 200))) as most
      from unnest(array['!', '…', U&'\\0640', 'the', U&'\\FDFA', U&'\\+01F418', 'ﷺ the', '٪']) as given(text)`)
    expect(rows[0]?.least).toBeGreaterThan(0)
    expect(rows[0]?.most).toBeLessThanOrEqual(800)
  })
})
