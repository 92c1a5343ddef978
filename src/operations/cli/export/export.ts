import { Option, type Command } from 'commander'

interface ExportFlags {
  format?: string
  search?: string
  loans?: true
}

const HELP = `
Without --format the name of the file says it: .csv, .xlsx, .jsonl, .mrc or .xml (MARCXML). A file that exists is
replaced once the export is whole. "-" writes to stdout.

An import of the file into an empty library gives the same books with the same ids. In MARC 21 and MARCXML, books that came
as MARC 21 records are those records, with their own numbers. Where the library lends, the file has the copies of
each book: how many (not in MARC), their numbers, places, states, notes and the days they were acquired on.

With --loans the file is CSV: number of the copy, title, card of the borrower as long as the loan has not forgotten it, group,
and when it was lent, is due and was returned.`

/** `export FILE`. */
export const addExport = (program: Command): Command =>
  program
    .command('export')
    .description('write the books, or the loans, to a file')
    .argument('<file>', 'CSV, XLSX, JSON lines, MARC 21 or MARCXML')
    .addOption(new Option('--format <format>', 'what the file is').choices(['csv', 'xlsx', 'jsonl', 'marc', 'marcxml']))
    .option('--search <words>', 'only the books that a search finds')
    .option('--loans', 'instead of books all loans, open and past, as CSV')
    .addHelpText('after', HELP)
    .action(async (file: string, { format, search, loans }: ExportFlags, command: Command) => {
      if (loans && (search !== undefined || (format !== undefined && format !== 'csv')))
        command.error('error: --loans writes all of them, as CSV')
      const { exportFile, exportLoanFile } = await import('./export-actions.ts')
      await (loans ? exportLoanFile(file) : exportFile(file, format, search ?? ''))
    })
