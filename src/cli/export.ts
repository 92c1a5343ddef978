import { Option, type Command } from 'commander'

interface ExportFlags {
  format?: string
  search?: string
}

const HELP = `
Without --format the name of the file says it: .csv, .xlsx, .jsonl, .mrc or .xml (MARCXML). A file that exists is
replaced once the export is whole. "-" writes to stdout.

An import of the file into an empty library gives the same books with the same ids. In MARC 21 and MARCXML, books that came
as MARC 21 records are those records, with their own numbers.`

/** `export FILE`. */
export const addExport = (program: Command): Command =>
  program
    .command('export')
    .description('write the books to a file')
    .argument('<file>', 'CSV, XLSX, JSON lines, MARC 21 or MARCXML')
    .addOption(new Option('--format <format>', 'what the file is').choices(['csv', 'xlsx', 'jsonl', 'marc', 'marcxml']))
    .option('--search <words>', 'only the books that a search finds')
    .addHelpText('after', HELP)
    .action(async (file: string, { format, search = '' }: ExportFlags) => {
      const { exportFile } = await import('./export-actions.ts')
      await exportFile(file, format, search)
    })
