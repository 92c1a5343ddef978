/** A name or an address, apart from the direction of the sentence around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`
