import { InvalidArgumentError, type Command } from 'commander'

interface ImportFlags {
  map?: Record<string, string>
  dryRun?: true
  quiet?: true
  verbose?: true
}

const HELP = `
The file is CSV, XLSX, JSON lines, MARC 21 or MARCXML, recognised from its bytes, as are
delimiter and encoding. In a table the first row names the columns, in any order and case:
title (titre, العنوان, kichwa), author or authors, genre, publisher, and the same words in
French, Arabic and Swahili; id is Maktaba's own. Others are ignored.

A refused row is reported as "row 17: Title is required". The number is the line of the
file on which the row begins, the row of the sheet, or the number of the record.

The file is read through first: one that cannot be read changes nothing. Books that are
there already, with the same title and author but for case and accents, get the publisher
and the genre that the file names; running the same file again changes nothing. An import
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
    .option('--dry-run', 'change nothing, say what would happen')
    .option('--quiet', 'print only the summary')
    .option('--verbose', 'print a line for every row, not only for refused and altered ones')
    .addHelpText('after', HELP)
    .action(async (file: string, { map = {}, ...flags }: ImportFlags, command: Command) => {
      const { importFields } = await import('#features/import/import-columns.server.ts')
      const unknown = Object.keys(map).find((field) => !importFields.includes(field))
      if (unknown !== undefined) command.error(`error: --map ${unknown}: allowed are ${importFields.join(', ')}`)
      const { importFile } = await import('./import-actions.ts')
      process.exitCode = await importFile(file, {
        map,
        isDryRun: flags.dryRun ?? false,
        isQuiet: flags.quiet ?? false,
        isVerbose: flags.verbose ?? false,
      })
    })

function readMap(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, field, column] = /^(\w+)=(.+)$/s.exec(text) ?? []
  if (field === undefined || column === undefined)
    throw new InvalidArgumentError('Allowed is field=Column, such as title=Titre.')
  return { ...before, [field]: column }
}
