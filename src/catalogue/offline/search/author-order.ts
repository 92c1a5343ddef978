// What an author is filed under (decision 64): the same as `author_order` in drizzle/, of which a test compares the results.

const SUFFIX = /,? +(?:[Jj][Rr]|[Ss][Rr]|II|III|IV|[Pp][Hh]\.?[Dd]|M\.?D)\.?(?= *(?:$|[,;&]))/g
const NEXT_AUTHOR = / *[;؛&] */
const NEXT_NAME = / *[,،] *| +(?:and|et|na) +/
/** "Ursula K." behind a comma are given names: the surname stands before it. */
const ENDS_WITH_INITIAL = / [^ ]\.$/u
/** Scripts other than Latin, Greek and Cyrillic: Arabic names are filed under their first word, Chinese ones begin with the family. */
const AS_WRITTEN = /[\u0530-\u1DFF\u2C00-\uD7FF]/u
const CORPORATE =
  /(?:^| )(?:[Tt]he|of|for|[Ff]olktale|University|Ministry|Institute|Association|Society|Company|Committee|Council|Commission|Center|Centre|Museum|Library|Group|Project|Editors?|Magazine|Foundation|Organi[sz]ation|Publishers|Publishing|Department|Team|Studios?|Nations|Inc\.?|Ltd\.?|Université|Ministère|Institut|Éditions|Collectif|Société|Wizara|Chuo|Taasisi|Shirika)(?: |$)/
/** "Shaaban bin Robert", "Ngũgĩ wa Thiong’o": what follows is the father's name. "Ibn Battuta", "Le Corbusier": one name. */
const ONE_NAME = /[^ ] +(?:wa|bin|ibn|binti|bint) +[^ ]|^(?:Ibn|Abu|Le|La) +[^ ]+$/
/** The last word, with the particles that belong to it before it. */
const SURNAME =
  /^(.*?[^ ]) +((?:(?:[Ll]e|[Ll]es|[Dd]u|[Dd]es|La|Van|Von|De|Di|Da|Del|Della|Der|Den|Dos|Ter|Saint|St\.?|San|Santa|Mac|Mc|Abu|Abou|Abd|Abdel|Abdul|Ben|Bin|Ibn) +)*[^ ]+)$/su
const ARTICLE = /^[AaEe]l[-\u2010\u2011](?=[^ ])/

/** The text of which the sort key of an author is made: "Stephen King, Peter Straub" as "King Stephen, Peter Straub". */
export function authorOrder(author: string): string {
  const names = author.replace(SUFFIX, '').replace(/^ +| +$/g, '')
  const [first = ''] = names.split(NEXT_AUTHOR)
  const [name = '', second] = first.split(NEXT_NAME)
  const isInverted = second !== undefined && (!second.includes(' ') || ENDS_WITH_INITIAL.test(second))
  if (isInverted || AS_WRITTEN.test(name) || CORPORATE.test(name) || ONE_NAME.test(name)) return author
  const [, given, surname] = SURNAME.exec(name) ?? []
  if (given === undefined || surname === undefined) return author
  return `${surname.replace(ARTICLE, '')} ${given}${names.slice(name.length)}`
}
