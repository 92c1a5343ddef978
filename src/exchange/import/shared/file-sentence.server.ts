import type { ForeignKind, WholeFault } from '#base/formats/file-fault.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { FileFault } from '#base/formats/file-fault.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'

const KINDS: Record<ForeignKind, { what: () => string; advice: () => string }> = {
  pdf: { what: m.file_kind_pdf, advice: m.file_advice_export },
  picture: { what: m.file_kind_picture, advice: m.file_advice_export },
  xls: { what: m.file_kind_xls, advice: m.file_advice_save },
  xlsb: { what: m.file_kind_xlsb, advice: m.file_advice_save },
  encrypted: { what: m.file_kind_encrypted, advice: m.file_advice_password },
  ods: { what: m.file_kind_ods, advice: m.file_advice_save },
  docx: { what: m.file_kind_docx, advice: m.file_advice_export },
  numbers: { what: m.file_kind_numbers, advice: m.file_advice_save },
  zip: { what: m.file_kind_zip, advice: m.file_advice_unpack },
  gzip: { what: m.file_kind_gzip, advice: m.file_advice_unpack },
  json: { what: m.file_kind_json, advice: m.file_advice_export },
  html: { what: m.file_kind_html, advice: m.file_advice_export },
  'html-table': { what: m.file_kind_html_table, advice: m.file_advice_save },
  'xml-2003': { what: m.file_kind_xml_2003, advice: m.file_advice_save },
  xml: { what: m.file_kind_xml, advice: m.file_advice_export },
  rtf: { what: m.file_kind_rtf, advice: m.file_advice_export },
  program: { what: m.file_kind_program, advice: m.file_advice_export },
  binary: { what: m.file_kind_binary, advice: m.file_advice_export },
}

const megabytes = (bytes: number): string => formatNumber(Math.round(bytes / 1024 / 1024))

/** Why a file cannot be read, and what helps, in one sentence. */
export function fileSentence(fault: WholeFault): string {
  switch (fault.kind) {
    case 'empty':
      return m.file_empty()
    case 'foreign':
      return m.file_foreign({ what: KINDS[fault.format].what(), advice: KINDS[fault.format].advice() })
    case 'damaged':
      return fault.row === undefined ? m.file_damaged() : m.file_damaged_row({ row: formatNumber(fault.row) })
    case 'columns':
      return m.file_columns({ found: formatNumber(fault.found), limit: formatNumber(fault.limit) })
    case 'rows':
      return m.file_rows({ limit: formatNumber(fault.limit) })
    case 'header':
      return m.file_header({ row: formatNumber(fault.row) })
    case 'too-large':
      return m.file_too_large({ megabytes: megabytes(fault.limit) })
    case 'no-sheet':
      return m.file_no_sheet({ sheet: fault.sheet })
    case 'contents':
      return fault.sentence()
  }
}

/** Runs `work`; a file that cannot be read becomes FILE_REFUSED with the sentence that says why. */
export async function withFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FileFault ? createError('FILE_REFUSED', { sentence: fileSentence(error.fault) }) : error
  }
}
