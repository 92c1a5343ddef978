import { beforeEach, describe, expect, test } from 'vitest'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from '../import.router.server.ts'

// What each program writes, and what of its first book must be known.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await storeLibrarySettings({ lending: true })
})

const firstBook = async (text: string) => {
  const { id } = await stageFile(manager, text)
  const { items } = await manager.call(importRouter.rows, { id, limit: 10 })
  return items.map(({ genre, values }) => {
    const fields = Object.entries(values).filter(([field]) => field !== 'details')
    return { ...Object.fromEntries(fields), ...(genre !== null && { genre }) }
  })
}

const TIDE = { title: 'The long tide', author: 'Ellen Marsh', isbn: ['9782070364237'], publisher: 'Harbor Press' }

describe('The columns are known by name', () => {
  test.each<[program: string, text: string, book: Record<string, unknown>]>([
    [
      'Alexandria',
      `Copy Barcode,Title,Author,Call Number,ISBN,Publisher,Publication Date,Copy Location,Purchase Date,Lexile
AX001,The long tide,"Marsh, Ellen",FIC MAR,9782070364237,Harbor Press,2014,Main,12/09/2019,620L
AX002,Night garden,"Lind, Otto",FIC LIN,,Norr,1999,Main,12/09/2019,620L
`,
      {
        ...TIDE,
        year: 2014,
        shelfMark: 'FIC MAR',
        copyNumber: ['AX001'],
        copyPlace: ['Main'],
        copyAcquired: ['2019-12-09'],
      },
    ],
    [
      'BCDI',
      `Titre propre;Titre de l'ensemble;Auteurs;Fonctions;Éditeurs;Collection;Date de parution;ISBN;Nb de pages;Langues;Résumé;Mots clés;Descripteurs;Genre;Cote;Date de saisie
La marée longue;;Marsh, Ellen/Okoro, Ben;Auteur/Illustrateur;Port;Vagues;2014;978-2-07-036423-7;310 p.;Français;Un résumé.;mer/école;mer : faune;Roman;R MAR;12/09/2019
`,
      {
        title: 'La marée longue',
        author: 'Ellen Marsh, Ben Okoro',
        publisher: 'Port',
        series: 'Vagues',
        year: 2014,
        isbn: ['9782070364237'],
        pages: 310,
        language: 'fr',
        summary: 'Un résumé.',
        subjects: ['mer', 'école', 'mer : faune'],
        genre: 'Roman',
        shelfMark: 'R MAR',
      },
    ],
    [
      'a library in Brazil',
      `TÍTULO;Subtítulo;Autor;Edição;Ano;Editora;Número;Tombo;Classificação;Assunto;ISBN
Mar longo;uma história;Elena Marques;2;2014;Porto;35;0000076;813.5;Literatura - ficção;
`,
      {
        title: 'Mar longo: uma história',
        author: 'Elena Marques',
        edition: '2',
        year: 2014,
        publisher: 'Porto',
        copyNumber: ['0000076'],
        shelfMark: '813.5',
        subjects: ['Literatura - ficção'],
      },
    ],
    [
      'calibre',
      `author_sort,authors,comments,id,identifiers,isbn,languages,pubdate,publisher,series,series_index,tags,timestamp,title,title_sort,uuid
"Marsh, Ellen","Ellen Marsh","<div>A <b>fine</b> book.</div>",1,"isbn:9782070364237",9782070364237,eng,2014-03-01T00:00:00+01:00,Harbor Press,Tides,2.0,"sea, school",2021-01-19T22:41:16+01:00,The long tide,"long tide, The",3051ed45-8943-4900-a22a-d2704e3583df
`,
      {
        ...TIDE,
        summary: 'A fine book.',
        language: 'en',
        year: 2014,
        series: 'Tides',
        volume: '2',
        subjects: ['sea', 'school'],
      },
    ],
    [
      'Destiny',
      `Title,Author,Call Number,Copy Barcode,ISBN,Publication Year,Publisher,Date Acquired,Price,Sublocation,Copy Notes
The long tide,"Marsh, Ellen.",FIC MAR,T 1001,9782070364237,2014,Harbor Press,12/9/2019,$12.95,Fiction,water damage
Night garden,"Lind, Otto.",E LIN,T 1003,,1999,Norr,1/10/2020,$5.00,Easy,
`,
      {
        ...TIDE,
        year: 2014,
        shelfMark: 'FIC MAR',
        copyNumber: ['T1001'],
        copyPlace: ['Fiction'],
        copyNote: ['water damage'],
        copyAcquired: ['2019-12-09'],
      },
    ],
    [
      'Goodreads',
      `Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,Publisher,Number of Pages,Year Published,Original Publication Year,Date Added,Bookshelves,Owned Copies
1,"The long tide",Ellen Marsh,"Marsh, Ellen",Ben Okoro,"=""0804429571""","=""9782070364237""",Harbor Press,310,,2009,2020/05/01,to-read,2
`,
      { ...TIDE, isbn: ['9782070364237'], pages: 310, year: 2009, copies: 2 },
    ],
    [
      'BookBuddy',
      `Title,Subtitle,Author,"Author (Last, First)",Publisher,Date Published,Year Published,Genre,Number of Pages,Language,ISBN,Physical Location,Quantity
The long tide,,Ellen Marsh,"Marsh, Ellen",Harbor Press,,2014,Novel,310,English,9782070364237,Room 3,2
`,
      { ...TIDE, year: 2014, pages: 310, language: 'en', genre: 'Novel', copies: 2, copyPlace: ['Room 3'] },
    ],
    [
      'Handy Library',
      `Title,Author,Publisher,Published Date,Format,Pages,Series,Volume,Language,ISBN,Summary,Location,Price,Genres,Added Date,Comments,Tags,BookShelf
The long tide,"Marsh, Ellen;Okoro, Ben",Harbor Press,2014-03-01,Paperback,310,Tides,2,English,9782070364237,A summary.,Room 3,9.99,Adventure,2020-05-01,,sea;school,Shelf A
`,
      {
        ...TIDE,
        author: 'Ellen Marsh, Ben Okoro',
        year: 2014,
        pages: 310,
        series: 'Tides',
        volume: '2',
        language: 'en',
        summary: 'A summary.',
        genre: 'Adventure',
        subjects: ['sea', 'school'],
        shelfMark: 'Shelf A',
      },
    ],
    [
      'a library in Italy',
      `isbn13;titolo;sottotitolo;autori;editore;anno_pubblicazione;numero_pagine;genere;copie_totali;collana;numero_serie;classificazione_dewey
9782070364237;Mare lungo;una storia;Elena Marchi;Porto;1980;530;Narrativa;2;Oscar;12;853.914
`,
      {
        isbn: ['9782070364237'],
        title: 'Mare lungo: una storia',
        author: 'Elena Marchi',
        publisher: 'Porto',
        year: 1980,
        pages: 530,
        genre: 'Narrativa',
        copies: 2,
        series: 'Oscar',
        shelfMark: '853.914',
      },
    ],
    [
      'Koha',
      `biblionumber,title,subtitle,author,isbn,publishercode,copyrightdate,publicationyear,pages,itemnumber,barcode,homebranch,location,itemcallnumber,dateaccessioned
1,The long tide,a story,"Marsh, Ellen",9782070364237 | 080442957X,Harbor Press,,2014,310 p.,11,KB001,MAIN,GEN,F MAR,2019-09-12
2,Night garden,,"Lind, Otto",,Norr,1999,,96 p.,13,KB003,MAIN,REF,R LIN,2019-09-12
`,
      {
        ...TIDE,
        title: 'The long tide: a story',
        isbn: ['9782070364237', '9780804429573'],
        year: 2014,
        pages: 310,
        shelfMark: 'F MAR',
        copyNumber: ['KB001'],
        copyPlace: ['GEN'],
        copyAcquired: ['2019-09-12'],
      },
    ],
    [
      'Libib',
      `item_type,title,creators,first_name,last_name,collection,ean_isbn13,upc_isbn10,description,publisher,publish_date,group,tags,length,status,added,copies
book,The long tide,Ellen Marsh,Ellen,Marsh,School,9782070364237,080442957X,A summary.,Harbor Press,2014-03-01,Fiction,"sea,school",310,Not Begun,2020-05-01,3
`,
      {
        ...TIDE,
        isbn: ['9782070364237', '9780804429573'],
        summary: 'A summary.',
        year: 2014,
        subjects: ['sea', 'school'],
        pages: 310,
        copies: 3,
      },
    ],
    [
      'LibraryThing',
      `Book Id\tTitle\tPrimary Author\tDate\tSummary\tPhysical Description\tPage Count\tBarcode\tTags\tCollections\tLanguages\tISBN\tISBNs\tSubjects\tDewey Decimal\tOther Call Number\tCopies
1\tThe long tide\tMarsh, Ellen\t2014\tThe long tide by Ellen Marsh (2014)\t\t310\tLT001\tsea, school\tYour library\tEnglish\t[9782070364237]\t9782070364237, 080442957X\tSea stories\t813.6\tFIC MAR\t2
2\tNight garden\tLind, Otto\t1999\tNight garden by Otto Lind (1999)\t\t96\t\t\tYour library\tSwedish\t[]\t\t\t839.7\t\t1
`,
      {
        title: 'The long tide',
        author: 'Ellen Marsh',
        isbn: ['9782070364237', '9780804429573'],
        year: 2014,
        pages: 310,
        language: 'en',
        subjects: ['sea', 'school', 'Sea stories'],
        shelfMark: 'FIC MAR',
        copies: 2,
        copyNumber: ['LT001'],
      },
    ],
    [
      'LibraryWorld',
      `Title,Author,Call Number,Barcode,Location,Status,ISBN,Copyright,Publisher,Physical,Subjects,Date Entered
The long tide,Ellen Marsh,F MAR,LW001,Main,In,9782070364237,c2014.,Harbor Press,310 p. ; 21 cm.,Sea stories. ; School stories.,01/15/2020
`,
      {
        ...TIDE,
        shelfMark: 'F MAR',
        copyCondition: ['ok'],
        copyNumber: ['LW001'],
        copyPlace: ['Main'],
        year: 2014,
        pages: 310,
        subjects: ['Sea stories', 'School stories'],
      },
    ],
    [
      'MoCCAM, which names no columns',
      `9782070364237\tLes vacances de Lina\tFerrand, Odile\tLe Sorbier\tDL 2007\tUn résumé.\thttp://example.org/a.jpg
9782070379040\tLes rives\tGaron, Romain\tLe Sorbier\t1988\tUn autre résumé.\thttp://example.org/a.jpg
`,
      { isbn: ['9782070364237'], title: 'Les vacances de Lina', author: 'Odile Ferrand' },
    ],
    [
      'PMB, by the names of its tables',
      `notice_id;typdoc;tit1;tit2;tit3;tit4;tparent_id;tnvol;year;mention_edition;code;npages;size;n_resume;index_l;expl_cb;expl_cote;location_libelle
12;a;La marée longue;;;un récit;;3;2014;2e éd.;978-2-07-036423-7;310 p.;21 cm;Un résumé.;mer/école;PMB0001;R MAR;Centre
`,
      {
        title: 'La marée longue: un récit',
        volume: '3',
        year: 2014,
        edition: '2e éd.',
        isbn: ['9782070364237'],
        pages: 310,
        summary: 'Un résumé.',
        subjects: ['mer', 'école'],
        copyNumber: ['PMB0001'],
        shelfMark: 'R MAR',
        copyPlace: ['Centre'],
      },
    ],
    [
      'PMB, by its labels',
      `Titre propre;Titre parallèle;Complément du titre;Auteurs;Éditeur 1;Collection;Année d'édition;ISBN, EAN ou N° commercial;Nombre de pages;Langue(s);Résumé;Mots-clés;Code-barre exemplaire;Cote exemplaire;Localisation;Section
La marée longue;;un récit;Marsh, Ellen (1950-....);Port;Vagues;2014;978-2-07-036423-7;310 p.;fre;Un résumé.;mer;PMB0002;R MAR;Centre;Romans
Jardin de nuit;;;Lind, Otto;Nord;;1999;;96 p.;fre;;;PMB0003;R LIN;Centre;Romans
`,
      {
        title: 'La marée longue: un récit',
        author: 'Ellen Marsh',
        publisher: 'Port',
        series: 'Vagues',
        year: 2014,
        isbn: ['9782070364237'],
        pages: 310,
        language: 'fr',
        summary: 'Un résumé.',
        subjects: ['mer'],
        copyNumber: ['PMB0002'],
        shelfMark: 'R MAR',
        copyPlace: ['Centre'],
      },
    ],
    [
      'SLiMS, by books',
      `"title","gmd_name","edition","isbn_issn","publisher_name","publish_year","collation","series_title","call_number","language_name","place_name","classification","notes","sor","authors","topics","item_code"
"The long tide","Text","2nd","9782070364237","Harbor Press","2014","xii, 310 p. : ill. ; 21 cm","","813 MAR l","English","Boston","813","A summary.","Ellen Marsh","<Marsh, Ellen><Okoro, Ben>","<Sea><School>","S0001"
`,
      {
        ...TIDE,
        author: 'Ellen Marsh, Ben Okoro',
        edition: '2nd',
        year: 2014,
        pages: 310,
        shelfMark: '813 MAR l',
        language: 'en',
        summary: 'A summary.',
        subjects: ['Sea', 'School'],
        copyNumber: ['S0001'],
      },
    ],
    [
      'SLiMS, by items',
      `"item_code","call_number","coll_type_name","inventory_code","received_date","location_name","site","title"
"S0001","813 MAR l","Fiction","INV/1","2019-09-12","My Library","Shelf 3","The long tide"
`,
      {
        title: 'The long tide',
        copyNumber: ['S0001'],
        shelfMark: '813 MAR l',
        copyAcquired: ['2019-09-12'],
        copyPlace: ['Shelf 3'],
      },
    ],
    [
      'StoryGraph',
      `Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Tags,Owned?
The long tide,"Ellen Marsh",Ana Ruiz (Translator),9782070364237,paperback,read,2014/06/04,"sea, school",Yes
`,
      { title: 'The long tide', author: 'Ellen Marsh', isbn: ['9782070364237'], subjects: ['sea', 'school'] },
    ],
    [
      'Syracuse',
      `Titre|Auteur|Editeur|Date|Type de document|Cote|Code-barres exemplaire|Site
Les vacances de Lina|Ferrand, Odile|Le Sorbier|impr. 2007|Livre|R FER|3100000001|Médiathèque
Les rives|Garon, Romain|Le Sorbier|1988|Livre|R GAR|3100000002|Médiathèque
`,
      {
        title: 'Les vacances de Lina',
        author: 'Odile Ferrand',
        publisher: 'Le Sorbier',
        year: 2007,
        shelfMark: 'R FER',
        copyNumber: ['3100000001'],
      },
    ],
    [
      'Zotero',
      `"Key","Item Type","Publication Year","Author","Title","Publication Title","ISBN","Abstract Note","Date","Pages","Num Pages","Volume","Series","Series Number","Publisher","Place","Language","Call Number","Manual Tags","Automatic Tags"
"ABCD1234","book","2014","Marsh, Ellen; Okoro, Ben","The long tide","","9782070364237","About the sea.","2014-03","","310","","Tides","2","Harbor Press","Boston","en","FIC MAR","sea; school","Ships"
`,
      {
        ...TIDE,
        author: 'Ellen Marsh, Ben Okoro',
        year: 2014,
        pages: 310,
        summary: 'About the sea.',
        series: 'Tides',
        volume: '2',
        language: 'en',
        shelfMark: 'FIC MAR',
        subjects: ['sea', 'school', 'Ships'],
      },
    ],
    [
      'goodbooks-10k',
      `book_id,goodreads_book_id,isbn,isbn13,authors,original_publication_year,original_title,title,language_code,average_rating
1,2767052,,9782070364237,Ellen Marsh,2008.0,The Long Tide,The long tide,eng,4.34
`,
      { title: 'The long tide', author: 'Ellen Marsh', isbn: ['9782070364237'], year: 2008, language: 'en' },
    ],
    [
      'African Storybook',
      'title,author,language,license\nMwanamume mrefu,Cornelius Gulere,sw,CC-BY\n',
      { title: 'Mwanamume mrefu', author: 'Cornelius Gulere', language: 'sw' },
    ],
  ])('of %s', async (_, text, book) => expect((await firstBook(text))[0]).toEqual(book))
})

test('The number that calibre has for every book is that of its volume only in a series', async () => {
  const books = await firstBook(
    'author_sort,authors,series,series_index,title,title_sort\n' +
      '"Marsh, Ellen",Ellen Marsh,Tides,10.0,Tenth,Tenth\n"Marsh, Ellen",Ellen Marsh,Tides,2.50,Between,Between\n' +
      '"Marsh, Ellen",Ellen Marsh,,1.0,Alone,Alone\n',
  )
  expect(books).toMatchObject([{ volume: '10' }, { volume: '2.5' }, { title: 'Alone' }])
  expect(books[2]).not.toHaveProperty('volume')
})
