import '../manager/edit.ts'
