import { InvalidArgumentError, Option, type Command } from 'commander'
import type { KnownBooks, OtherEditions } from '#exchange/import/import-choices.schema.ts'
import { fileEncodings, type FileEncoding } from '#base/lib/file-shape.ts'

interface ImportFlags {
  map?: Record<string, string>
  encoding?: FileEncoding
  header?: boolean
  turnNames?: boolean
  editions?: OtherEditions
  known?: KnownBooks
  copies?: true
  borrowers?: true
  confirmed?: true
  dryRun?: true
  quiet?: true
  verbose?: true
}

const HELP = `
The file is CSV, XLSX, JSON lines, MARC 21 or MARCXML, recognised from its bytes, as are
delimiter and encoding, a missing header and names to turn. In a table the first row names the columns, in any order and case:
title (titre, العنوان, kichwa), author or authors, genre, publisher, isbn, year, language,
pages, edition, series, volume, shelf mark, subjects, summary, and the same words in French,
Arabic and Swahili; id is Maktaba's own. Others become details of the books.

Where the library lends, some more say something of copies: copies (how many there are at least), copyNumber (number,
barcode; several between semicolons), and of each number or once for all copyPlace (place, location), copyCondition (ok,
damaged, lost, withdrawn, reference), copyNote and copyAcquired (a day). They add copies, also to books that are there already,
and none twice; a copy that is there stays as it is. In MARC files they are 852 $p, 952 $p, 949 $i and in UNIMARC 995 $f.
With --copies a file without them is refused.

With --borrowers the file is a class list, CSV or XLSX: name (nom, الاسم, jina) and first name, class, school number, library
card, email. A row is new, same, changed, moved (to another class), twice or refused; absent are those of its classes who are not
in it, and who stay. A list that leaves most absent is refused without --confirmed.

A refused row is reported as "row 17: Title is required". The number is the line of the
file on which the row begins, the row of the sheet, or the number of the record.

The file is read through first: one that cannot be read changes nothing. Books that are
there already, with the same title and author but for case and accents, get what else the
file says of them, unless --known is fill or leave; running the same file again only fills what is
empty. One that differs by ISBN, year, language or publisher is another edition: added (--editions add), only its
ISBN is (isbn), or it is refused (leave). An import
that was killed is finished by the next server that starts; the manager area shows it, with
its report, and takes it back.

Exit code: 0 if the file was read to its end, refused rows or not; 1 if not, or if somebody
has paused or stopped the import meanwhile; 130 after Ctrl+C.`

/** `import FILE`. */
export const addImport = (program: Command): Command =>
  program
    .command('import')
    .description('add the books of a file')
    .argument('<file>', 'CSV, XLSX, JSON lines, MARC 21 or MARCXML')
    .option('--map <field=Column>', 'take a field from this column; may be repeated', readMap)
    .addOption(new Option('--encoding <name>', 'read a text file in this encoding').choices(fileEncodings))
    .option('--header', 'the first row names the columns')
    .option('--no-header', 'the first row is a book; the columns are 1, 2, ...')
    .option('--turn-names', 'turn authors such as "Hugo, Victor" round')
    .option('--no-turn-names', 'leave them as they are')
    .addOption(
      new Option('--editions <what>', 'rows that are another edition of a book').choices(['add', 'isbn', 'leave']),
    )
    .addOption(new Option('--known <what>', 'books that are here already').choices(['change', 'fill', 'leave']))
    .option('--copies', 'refuse a file without columns of copies; the library must lend books')
    .option('--borrowers', 'the file is a class list; the library must lend books')
    .option('--confirmed', 'with --borrowers: the list is right although it leaves most absent')
    .option('--dry-run', 'change nothing, say what would happen')
    .option('--quiet', 'print only the summary')
    .option('--verbose', 'print a line for every row, not only for refused and altered ones')
    .addHelpText('after', HELP)
    .action(
      async (
        file: string,
        { map = {}, encoding, header, turnNames, editions, known, ...flags }: ImportFlags,
        command: Command,
      ) => {
        const report = {
          isDryRun: flags.dryRun ?? false,
          isQuiet: flags.quiet ?? false,
          isVerbose: flags.verbose ?? false,
        }
        if (flags.borrowers) {
          const { importBorrowers } = await import('./borrower-import.ts')
          process.exitCode = await importBorrowers(file, { ...report, isConfirmed: flags.confirmed ?? false })
          return
        }
        const { allColumns } = await import('#exchange/import/shared/column-names.server.ts')
        const unknown = Object.keys(map).find((field) => !allColumns.includes(field))
        if (unknown !== undefined) command.error(`error: --map ${unknown}: allowed are ${allColumns.join(', ')}`)
        const { knownChoices } = await import('#exchange/import/import-choices.schema.ts')
        const { importFile } = await import('./import-actions.ts')
        process.exitCode = await importFile(file, {
          map,
          needsCopies: flags.copies ?? false,
          read: {
            ...(encoding && { encoding }),
            ...(header !== undefined && { hasHeader: header }),
          },
          choices: {
            ...(turnNames !== undefined && { turnsNames: turnNames }),
            ...(editions && { editions }),
            ...(known && knownChoices(known)),
          },
          ...report,
        })
      },
    )

function readMap(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, field, column] = /^(\w+)=(.+)$/s.exec(text) ?? []
  if (field === undefined || column === undefined)
    throw new InvalidArgumentError('Allowed is field=Column, such as title=Titre.')
  return { ...before, [field]: column }
}
