import { changeTable } from './columns.ts'

export const userChange = changeTable('user_change')
