/**
 * What columns of books are called, in the languages of Maktaba and by programs that export books, in addition to the
 * fields' own labels. Case, accents, spaces, plurals and articles do not count.
 */
export const BOOK_COLUMN_NAMES: Readonly<Record<string, string>> = {
  title:
    'titre, titre propre, tit1, عنوان, kichwa, titel, titulo, título, titolo, judul, ouvrage, intitulé, designation, désignation',
  author:
    'auteur, مؤلف, مؤلفون, كاتب, mwandishi, waandishi, mtunzi, watunzi, writer, creator, autor, autor es, autore, autori, autore cognome nome, verfasser, pengarang, penulis',
  genre: 'category, catégorie, تصنيف, فئة, aina, kategoria, kategorie, kategori, categoría, género, genere',
  publisher:
    'éditeur, éditeur 1, maison d’édition, maison, ناشر, دار نشر, mchapishaji, wachapishaji, verlag, penerbit, editorial, editora, editore, casa editrice, uitgever, publisher code',
  isbn: 'isbn 13, isbn 10, isbn issn, isbn uid, ean, ean 13, isbn ean, ean isbn, ean isbn 13, upc isbn 10, isbn ean ou n° commercial, code isbn, n° isbn, isbn no, ردمك, رقم ردمك, isbn number, numéro isbn',
  year: 'année, année de publication, année de parution, année édition, publication year, year of publication, year published, original publication year, copyright, copyright year, copyright date, pub year, pub date, publish year, publish date, date published, published date, date de publication, date de parution, date d’édition, publication date, سنة, سنة النشر, تاريخ النشر, mwaka, mwaka wa kuchapishwa, jahr, erscheinungsjahr, año, año de publicación, ano, ano de publicação, anno, anno di pubblicazione, tahun, tahun terbit',
  language: 'langue, lang, language code, لغة, لغات, lugha, sprache, idioma, lingua, bahasa, taal',
  pages:
    'number of pages, num pages, no of pages, n pages, page count, nombre de pages, nb pages, nb de pages, pagination, عدد الصفحات, صفحات, kurasa, idadi ya kurasa, seiten, seitenzahl, páginas, número de páginas, pagine, numero di pagine, halaman, physical description, physical, collation, extent, umfang, importance matérielle, descrição física, descripción física',
  edition:
    'édition, numéro d’édition, mention d’édition, edition statement, طبعة, toleo, auflage, edición, edição, edizione, edisi',
  series:
    'série, collection, سلسلة, mfululizo, reihe, colección, coleção, collana, series title, series name, titre de série',
  volume:
    'vol, tome, tnvol, جزء, مجلد, juzuu, band, volumen, volume number, series number, numéro de volume, numéro de tome',
  shelfMark:
    'cote, cote exemplaire, expl cote, call number, other call number, shelf mark, shelf, shelf number, classmark, رمز الرف, رقم الطلب, رقم التصنيف, alama ya rafu, signatur, signatura, cota, collocazione, itemcallnumber, local call number, dewey, dewey decimal, classificazione dewey, ddc, cdd, cdu',
  subjects:
    'subject, subjects, sujet, sujets, mots clés, keywords, keyword, tags, manual tags, automatic tags, index l, descripteurs, موضوع, مواضيع, mada, schlagwörter, matière, matières, materias, topics, temas, assunto, asunto, soggetto, soggetti, palabras clave, palavras chave',
  summary:
    'résumé, n résumé, description, abstract, abstract note, synopsis, ملخص, وصف, muhtasari, zusammenfassung, annotation, resumen, resumo, riassunto',
}

/** What stands behind the title of a book, after a colon. */
export const SUBTITLE_NAMES =
  'subtitle, sub title, sous titre, complément du titre, tit4, عنوان فرعي, untertitel, subtítulo, sottotitolo, kichwa kidogo'

/** Columns of subjects whose words stand between commas or strokes, since they are no headings of a catalogue. */
export const TAG_NAMES =
  'tags, manual tags, automatic tags, keywords, keyword, mots clés, index l, descripteurs, palabras clave, palavras chave, schlagwörter'
