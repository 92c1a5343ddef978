// What differs from answer to answer by chance.
const BY_CHANCE = new Set(['x-request-id', 'date', 'content-security-policy'])

/** All that the reader of an answer can see: status, every header that is not there by chance, the bytes of the body. */
export async function comparableResponse(
  response: Response,
): Promise<{ status: number; headers: string[]; body: string }> {
  const headers = [...response.headers].filter(([name]) => !BY_CHANCE.has(name)).map((pair) => pair.join(': '))
  return { status: response.status, headers: headers.toSorted(), body: await response.text() }
}
