import '../manager/edit.ts'

export const edit = 'planted'
