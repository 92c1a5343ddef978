const DESCRIPTION = `Books and their copies, genres, borrowers, loans and users of a library, as its own screens have them: one validation, one check of
permissions. Where the library does not lend, the operations of copies, borrowers, groups, loans, holds and the desk answer 404.

## How to begin

1. Make a key on the account page (for those who may enter the manager area) and keep it: it is shown once.
2. Send it with every request: \`Authorization: Bearer mkt_…\`. Begin with \`GET /api/v1/me\`.
3. List books: \`GET /api/v1/books?searchTerm=nedj&limit=20\`.

A page of the same site may use the session of its browser instead of a key.

## Lists

An answer holds \`items\`, \`nextCursor\` and \`total\`. Ask for the next page with \`nextCursor\` as \`cursor\` and everything else
as it was; on the last page it is null. A cursor does not age: books that are added meanwhile are neither seen twice nor
in the way.

## Changes

A change of a book, a copy, a borrower, a group of borrowers, a user or a view names the version that it starts from, by \`If-Match\` with the \`ETag\` that was read, or by \`version\`.
If another version is there by now, nothing is done, and the answer (412 or 409) holds what is there. Nothing else has tags:
elsewhere an \`If-Match\` with one answers 412. A POST with an \`Idempotency-Key\` of your own may be sent again when no
answer came: it is done once.

## Problems

A problem is \`{ code, status, message, data? }\`: \`code\` is for programs, \`message\` for people, in the language of the cookie
\`language\` or of \`Accept-Language\` (English, French, Arabic, Swahili). \`data.fields\` maps what does not fit to the name of
what is wrong, \`data.messages\` to a sentence that says it; what an operation does not know is refused in the same way. Every path of \`/api/v1\` takes \`OPTIONS\`, every one with GET
also \`HEAD\`; another method answers 405 with \`Allow\`. Every answer has an \`X-Request-Id\`, which the log of the server has
too.

Times are UTC, as RFC 3339 has them; ids are UUIDs. Answers may get more fields, requests may not.`

export const INFO = {
  title: 'Maktaba',
  version: '1.0.0',
  summary: 'The API of a library of books and the people who use it.',
  description: DESCRIPTION,
  contact: { name: 'Whoever runs this installation' },
  license: { name: 'MIT', identifier: 'MIT' },
}

export const SERVERS = [{ url: '/', description: 'This installation.' }]

export const TAGS = [
  { name: 'Books', description: 'The catalogue.' },
  { name: 'Imports', description: 'Books from a file; for managers.' },
  { name: 'Genres', description: 'What books are sorted by.' },
  { name: 'Activity', description: 'What was changed, by whom; for managers.' },
  { name: 'Views', description: 'Saved searches, filters and orders of lists; for managers.' },
  { name: 'Copies', description: 'The things on the shelf, each with its number; where the library lends.' },
  { name: 'Borrowers', description: 'Who borrows, and their classes and groups; where the library lends.' },
  { name: 'Desk', description: 'Lending, returning and renewing by what is scanned; where the library lends.' },
  { name: 'Loans', description: 'What is on loan, and what is due; where the library lends.' },
  { name: 'Holds', description: 'Who waits for a book; where the library lends.' },
  { name: 'Users', description: 'The people who use the library; for managers.' },
  { name: 'Sessions', description: 'Where users are signed in; for managers.' },
  { name: 'Account', description: 'Who is calling.' },
  { name: 'Sign-in', description: 'Sessions of browsers: by a code that is mailed, or by a provider.' },
  { name: 'Backups', description: 'Backups, and copies of them in a second folder; for managers.' },
  { name: 'Settings', description: 'What managers set for the whole library.' },
  { name: 'Administration', description: 'What better-auth offers managers beside the operations above.' },
]
