const ABU_APART = /(?<!\p{L})([أا]ب[وي])\s+(?=\p{L}{2})/gu
const ABU_JOINED = /(?<!\p{L})([أا]بو)(?=\p{L}{3})/gu

/**
 * A name as it is typed, and as it may be written otherwise: Arabic names of two words such as Abd al-Rahman, Abd Allah, Nur
 * al-Din and Abu Bakr are written with a space or without.
 */
export const nameWritings = (name: string): string[] => [
  ...new Set([
    name,
    name.replace(/(\p{L})\s+(?=ال\p{L}{2})/gu, '$1').replace(ABU_APART, '$1'),
    name.replace(/(\p{L}{2})(?=ال(?:\p{L}{3}|له))/gu, '$1 ').replace(ABU_JOINED, '$1 '),
  ]),
]
