import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { db } from './client.server.ts'

useDatabase()

async function fold(text: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select public.fold(${text}::text) as folded`)
  return rows[0]?.folded ?? ''
}

async function hash(...texts: string[]): Promise<string> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`select encode(public.fold_hash(${sql.join(
      texts.map((text) => sql`${text}::text`),
      sql`, `,
    )}), 'hex') as hash`,
  )
  return rows[0]?.hash ?? ''
}

describe('fold', () => {
  test.each([
    ['case', 'LES MISÉRABLES', 'les miserables'],
    ['accents, composed', 'Éloge de l’été à Øresund', "eloge de l'ete a oresund"],
    ['accents, decomposed', 'E\u0301loge a\u0300 l\u2019e\u0301te\u0301', "eloge a l'ete"],
    ['Vietnamese', 'Đường Về Nhà ờ ữ', 'duong ve nha o u'],
    ['Polish and Croatian', 'Łódź Đorđe Žižek', 'lodz dorde zizek'],
    ['Nordic and German', 'Smørrebrød ÆØÅ Straße GROẞ', 'smorrebrod aeoa strasse gross'],
    ['Icelandic', 'Þórður Guðrún', 'thordur gudrun'],
    ['French ligatures', 'Cœur Œuvre Lætitia', 'coeur oeuvre laetitia'],
    ['Turkish dotted and dotless i', 'İstanbul Irmak ırmak ışık', 'istanbul irmak irmak isik'],
    ['Hausa and Fula hooks', 'Ɓauna ƙasa Ɗan ɣa', 'bauna kasa dan ga'],
    ['Yoruba marks', 'Ọ̀ṣun ẹ̀kọ́', 'osun eko'],
    ['Maltese and Sami', 'Ħal Ŧ ŋ', 'hal t n'],
    ['Swahili apostrophe', 'Ng’ombe Ng‘ombe Ngʼombe Ng`ombe Ng′ombe', "ng'ombe ng'ombe ng'ombe ng'ombe ng'ombe"],
    ['quotation marks', '“A” „B“ «C»', '"a" "b" "c"'],
    ['dashes', 'a‐b‒c–d—e―f−g‑h', 'a-b-c-d-e-f-g-h'],
    ['spaces', '  a \t b\n\nc\u00A0d\u2003e  ', 'a b c d e'],
    ['nothing but spaces', ' \u00A0 ', ''],
    ['invisible letters', 'a\u00ADb\u200Bc\u200Ed\uFEFFe\u2060f\u202Ag', 'abcdefg'],
    ['width forms', 'Ｍａｋｔａｂａ １２', 'maktaba 12'],
    ['ligature signs and superscripts', 'ﬁn x² №', 'fin x2 no'],
    ['Greek final sigma', 'ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
    ['Cyrillic', 'Ёлка Йод', 'елка иод'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['emoji', 'Love ❤️ 📚', 'love ❤ 📚'],
    ['what stays', '10% Happier_ \\ C# A+ a&b', '10% happier_ \\ c# a+ a&b'],
  ])('%s', async (_, text, folded) => {
    expect(await fold(text)).toBe(folded)
  })

  test.each([
    ['alef forms', 'أحمد إبراهيم آدم ٱلله', 'احمد ابراهيم ادم الله'],
    ['teh marbuta', 'مكتبة', 'مكتبه'],
    ['alef maksura', 'موسى على', 'موسي علي'],
    ['hamza on waw and yeh', 'مؤمن بئر', 'مومن بير'],
    ['harakat', 'مَكْتَبَةٌ كِتَابٌ شدَّة', 'مكتبه كتاب شده'],
    ['superscript alef', 'هٰذا', 'هذا'],
    ['tatweel', 'كـتـــاب', 'كتاب'],
    ['Arabic and Persian digits', '١٩٨٤ ۱۹۸۴', '1984 1984'],
    ['Persian letters', 'کتاب یک', 'كتاب يك'],
    ['Urdu heh and yeh', 'ہے ھ ە', 'هي ه ه'],
    ['punctuation', 'من؟ نعم، لا؛', 'من? نعم, لا;'],
    ['lam-alef ligature', 'ﻻ ﷲ', 'لا الله'],
    ['presentation forms', 'ﻛﺘﺎﺏ', 'كتاب'],
  ])('Arabic: %s', async (_, text, folded) => {
    expect(await fold(text)).toBe(folded)
  })

  test('of a folded text is the same text', async () => {
    for (const text of ['Éloge “Œuvre” – İI', 'أَلْـمَكْتَبَةُ ١', '½ ﬁ Ｍ', 'Ọ̀ṣun']) {
      const once = await fold(text)
      expect(await fold(once)).toBe(once)
    }
  })
})

describe('the hash of title and author', () => {
  test('is the same for what people mean to be the same', async () => {
    expect(await hash('Les Misérables', 'Victor Hugo')).toBe(await hash(' les  miserables ', 'VICTOR HUGO'))
    expect(await hash('Candide')).toBe(await hash('CANDIDE', ''))
  })

  test('keeps title and author apart', async () => {
    expect(await hash('ab', 'c')).not.toBe(await hash('a', 'bc'))
    expect(await hash('ab', '')).not.toBe(await hash('a', 'b'))
    expect(await hash('a', 'b')).not.toBe(await hash('b', 'a'))
  })
})
