import { changeTable } from './columns.ts'

export const bookChange = changeTable('book_change')
