import '../manager/edit.ts'

export const edit = 'planted'

declare const m: Record<'listed', () => string>
m.listed()
