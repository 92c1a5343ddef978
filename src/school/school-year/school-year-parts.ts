// One file, since the first page of everybody names each file of parts.
export { ActivitySchoolYear } from './activity-school-year.tsx'
export { CertificateLink } from './certificate/certificate-link.tsx'
export { SchoolYearLink } from './school-year-link.tsx'
