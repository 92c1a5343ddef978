// Headers that differ between equal responses.
const BY_CHANCE = new Set(['x-request-id', 'date', 'content-security-policy'])

/** Everything a client can compare: the status, the headers except `BY_CHANCE`, and the bytes of the body. */
export async function comparableResponse(
  response: Response,
): Promise<{ status: number; headers: string[]; body: string }> {
  const headers = [...response.headers].filter(([name]) => !BY_CHANCE.has(name)).map((pair) => pair.join(': '))
  return { status: response.status, headers: headers.toSorted(), body: await response.text() }
}
