/** The codes of a text that was pasted: several scans in one message stand on lines of their own. */
export const codesOf = (text: string): string[] =>
  text
    .split(/[\r\n\t]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
