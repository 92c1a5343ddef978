/** Languages that can be chosen: those of ISO 639 that CLDR 48 names in all four languages of Maktaba. */
export const LANGUAGES: readonly string[] =
  'aa ab ace ach ada ady af agq ain ak ale alt am an ang ann anp ar arc arn arp ars as asa ast atj av awa ay az ba bal ban bas bax bbj be bej bem bez bfd bg bgc bgn bh bho bi bin bkm bla blo bm bn bo br brx bs bug bum byn byv ca cay ccp ce ceb cgg ch chk chm cho chp chr chy ckb clc co cop crg crj crk crl crm crr crs cs csw cu cv cy da dak dar dav de dgr dje doi dsb dua dv dyo dyu dz dzg ebu ee efi egy eka el en eo es et eu ewo fa ff fi fil fj fo fon fr frc fro frr frs fur fy ga gaa gag gba gd gez gil gl gn gor grc gsw gu guz gv gwi ha hai haw hax he hi hil hit hmn hr hsb ht hu hup hur hy hz ia iba ibb id ie ig ii ikt ilo inh io is it iu ja jbo jgo jmc jv ka kab kac kaj kam kbd kbl kcg kde kea kfo kg kgp kha khq ki kj kk kkj kl kln km kmb kn ko koi kok kpe kr krc krl kru ks ksb ksf ksh ku kum kv kw kwk kxv ky la lad lag lam lb lez lg li lij lil lkt lmo ln lo lol lou loz lrc lsm lt lu lua lun lus luy lv mad mag mai mak mas mde mdf men mer mfe mg mgh mgo mh mi mic min mk ml mn mni moe moh mos mr ms mt mua mus mwl my myv mzn na nap naq nb nd nds ne new ng nia niu nl nmg nn nnh no nog nqo nr nso nus nv nwc ny nym nyn nyo nzi oc ojb ojc ojs ojw oka om or os pa pag pam pap pau pcm peo pis pl pqm prg ps pt qu quc raj rap rar rhg rm rn ro rof ru rup rw rwk sa sad sah sam saq sat sba sbp sc scn sco sd sdh se seh ses sg shi shn shu si sk sl slh sm sma smj smn sms sn snk so sq sr srn ss ssy st str su suk sus sv sw swb syr szl ta tce te tem teo tet tg tgx th tht ti tig tk tli tn to tok tpi tr trv ts tt ttm tum tvl tw twq ty tyv tzm udm ug uk umb ur uz vai ve vec vi vmw vo vun wa wae wal war wbp wo wuu xal xh xnr xog yao yav ybb yi yo yrl yue za zgh zh zu zun zza'.split(
    ' ',
  )

/** Languages that CLDR names in English alone: a book from a file may be in one. */
const FURTHER =
  'ae aeb afh jrb akk akz aln aro arq arw ary arz ase avk bar bbc bik bew bfq bjn blt bpy bqi bra brh bss bua cad car cch chb chg chn cic cps cr crh csb del den mwr din dtp dum egl elx man enm ik esu ext fan fit frm frp gan gay grb gbz glk gmh gon goh got guc gur hak hif ho hnj hsn izh jam jpr jut kaa kaw kek ken kho khw kiu kos kri krj kut lah lfn liv ltg lui luo lzh lzz maf mdr mga mnc mrj mul mwv mye nan njo non nov oj osa ota pal pcd pdc pdt pfl phn pi pms pnt pon pro qug rgn rif rom rtm rue rug sas saz sdc see sei sel sga sgs sid sli sly sog srr stq sux syc tcy ter tiv tkl tkr tlh tly tmh tog tru trw tsd tsi ttt uga vep vls vmf vot vro was xmf yap zap zbl zea zen'.split(
    ' ',
  )

const known = new Set([...LANGUAGES, ...FURTHER])

/** The shortest code for a code of ISO 639-1, -2 (of both kinds) or -3: `fre`, `fra`, `fr` and `fr-CA` are `fr`; undefined for others. */
export function languageCode(text: string): string | undefined {
  const [, language] = /^([a-z]{2,3})(?:[-_][a-z\d]{2,8})*$/i.exec(text) ?? []
  if (language === undefined) return undefined
  const [code = ''] = Intl.getCanonicalLocales(language)
  return known.has(code) ? code : undefined
}
