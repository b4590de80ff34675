import { sha256 } from "../../kit/service/crypto.ts"

/**
 * The passwords of 12 characters or more among the 47,000 most used ones, as the first 8 characters of their hashes, because the words
 * themselves are unpleasant to read. Shorter ones are refused by their length. docs/decisions/0029-sign-in.md names the source of the list.
 */
const hashes = new Set(
  `
  yMOLnIc0 f9BvDiph QPWYzHZV y14PrHXJ d1ucIAAC NfkVZqaH sQj9-Me2 OldFoF-H 5ABeLBV4 2Kr8S4R8 NqoVqI56 L19s5a4w Xk_467X- ibAKLt9t
  hOvBuseH gdBv6RZh 29zwG_Us RqKBzTVJ Xzs7YUlX Q0b_kvW1 CfunlD4i J-7Pl_MN Cmcki5rg OV8pEHMc DaC5Q_Mi X_7S4b1W XVpwoteI dlrZ9Mfm
  auIXFkoe jG6W96tq ys_VJEAD iQekmbVK qQogc3TS QZTRcG7R qR8Mwk_2 bF8oWp7b dDBWFrK8 rPRUiJeN Ytm1ayOp zmQoco-K YXA0wi22 KUOlZ7wF
  97zS1ONy wbWboMVu AyzBH-el 5b32k2ZK lbOvMJkm zTQNGlxB HGmdBtlm 3mJ4q57R rl3rhl05 YmXbDIxd 9YfU1YZg HDEt1kJq MZuuKP5O AVAA9LWM
  nt10Ev5l 8fpdbCZC Q5CHSC0h Afccmiur n4Cl4UAX g3A1SQ8I klsTp--b wryCnylR WMax0yZT uWibRuBN 0lsbU_7a SB7DEMKn GL9u3ISA BJWfqIEJ
  nI9aSnd5 -UH1V-6J uclQZA4b 71Ks4JDM P1wLX5wy ZvH6gy1h ALR3dSD7 yF9nuoAm bu37ltcn BRkl0D_Y FLvj9yZI KSniL0ix rZsHArxB fDbFsPtr
  AM_kbSur FQNDQxzt okVv8GHE lTEk9ZZQ ZKgTa-2B s4KCJXic PqRWtLPf OLh7ENCN IOfC6Jgn F0F-v-Bl fcrJGqyR Hju4lHVv i_TexUXh BbtDKkv2
  Q3mx0goF Rchr_8uR XmEOa02C yQNOSa8s THPWx311 eJuZ6SpL 84TA5PiN vqfwiHW7 x-QCJY7j Bkf0sL_U uNqCpJXm grpwG8gf eAsQz6qs cVqXSRxq
  4SuC0djX uDa-NY_K X1DdcnTv 6aL00OHw yK3kXtZP 0XRuHOnR tMTY0b-3 88iAEqyD GUgovfg4 sCVvDvTf U6YMlDbZ r1f5ohtY W0BicumJ jFyufA3Q
  SsH1rv2b AvUUgvVy CZOPkSjQ 9kSz0HcC cW-f-Skx xrPlEC8m ggbSLwQ3 BTQUFSSx H0VOjOjX pievSUPD kBWzUCoh BiXlv6Ee kHfRr2nH WLqjxUr1
  -VK3S2CD XpKG2oJh zFcSmkVJ 5jgYAZH7 B_UxYgNn AKa3LUCJ 7O97HmTH hGFbGnvX JWahjNHq ACX3VwTw 2EqaaysP UPSAl-Pl povzsv7V KwqMI0u5
  iTUmIaLl 8-rFbqRk FIZKaiPe BMzGdEVf M9c-I0Ec FuU56IOi F0y3USFJ GmvU2ded CXy2wyWu kJzeSic- AFSn3p1P h9l9FebD 7vocfgyW LLOAnuPt
  S7XtUuVk 9fHOjyXX 53O7XZAm DW_924eX -m5eWhio NieZllxQ AktMLyeS dy8P4bJu lc5w2e3j BZYEkhFb tR176m0C 5JozIW0Y cORI7zCZ MfYed_JX
  egGt6kuK FmjBH7gd h2jO0l5j UL_uSccG 4AD0D8Ts ZnjUPnQt LVQ7vBK3 iukC3QkR MABfVs8v trkBAlXO N-ctVHhL 5xTMsjpR gXSgXU4m lFcpmyms
  jflQJlOP hFul5BLQ KIn1Rq-n sB6wAIBQ 2GyGUbeU G3M-MIlx sowizQRQ q4ueArMm 1LRYZNnW yCB57ISi sQ5kJ4Au GmhC_8to 7unG4ZBv ZbyGf2j_
  YGvkvn2k LYpBMieq I84H_ofb 2K7MZSzk vOKWbAsN pgOXSuSz vFs_4y4j -BWuYXw2 a4QZn1Y5 NbbQqqrj JD0CPMKy 1SR1upSS SJH4VkgK xlWNLBFo
  atZloD3F GF79TOh2 c0duOCYx c5jPEPKa 23rZUDNu WeIPaUVi qalaY6Qu iXsxIHLC O02i4o6- 4WiJe7ST GwHjChn5 cXmwswmI yrGOXAzf DeBeRbnf
  W9etsCRG ssN-0Zpd 6PGtK96j oDZHVaOK Z9cQpZCg xoaJszjY 9ckxayB6 ghooAgWq vQhetZpV O2YE0xAJ SdYhMl61 42-r2h8D 6NXRuQ_7 pe5w8VIl
  y3mwKyCv gNqfiAiV sCToQFsS ruEnHrbw d7kOfpl4 nhXsgQ0k xfIKZ50B _Kx2tLLJ 8dET-cCA hmJGfcfJ xNMI9vIK _MoogEXt C2fGSk6W 6lWVzeiN
  VvSuNWOE s0Vk8cTN _U5-geH6 DjyxN6Ri hGBzcd5J SH5CDJ3r GFR1XADN ivv9uNvl Cad_ROuO GAPGoz0m axVxMkDo hN4TaFZY SpxT3tKa 2vzOTH7U
  JnXnMonA BNvdF3sk nlonFPd8 LEAgk_Vm Sss-YmQc ra-d7G_e pi7LjE-W X1cqDaQD unXNOeqp SrWBHoqg yQvA9tN9 XspIkdry O4R-90iz M0idJJt5
  rdumoVWV mmIu6vSm JiiNmQRc EH3c6tVg Lisk-O5A KjM0nn5g vKK0Gisl wXwCX7nt JpXzD1Om 4yUaDt8c NwCt8fJf pN1WWOwC sbLBx93B p2JWtkj_
  Ok5AR3fq TC09Nj-- XzK3GNvW o_pR8KNZ 8kq8NLE_ 97EVCfTW oYrE5vvT HO5G7VT6 1oLtTKTZ qpU6bYHA
`
    .trim()
    .split(/\s+/),
)

export const isCommonPassword = (password: string) => hashes.has(sha256(password.toLowerCase()).slice(0, 8))
