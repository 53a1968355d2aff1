// Passwords of at least six characters that guessing tools try first, in lower case. Marked pure, so that the
// bundler drops the list from pages without a sign-up.

export const commonPasswords: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ (
    '123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 654321 ' +
    '000000 111111 1111111 11111111 121212 112233 123123 123321 131313 159753 222222 232323 ' +
    '333333 444444 555555 666666 696969 777777 7777777 789456 888888 88888888 999999 147258 ' +
    '147258369 159357 456789 aaaaaa abc123 abcd1234 abcdef abcdefg abc1234 a1b2c3 a12345 a123456 ' +
    '123abc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx q1w2e3r4 qwerty qwerty1 qwerty12 ' +
    'qwerty123 qwertyuiop asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm password password1 ' +
    'password12 password123 password@123 passw0rd p@ssw0rd p@ssword pass123 pass1234 pass@123 ' +
    'admin1 admin123 admin@123 administrator welcome welcome1 welcome123 welcome@123 letmein ' +
    'login123 test123 test1234 testing guest123 secret changeme default master monkey dragon ' +
    'shadow sunshine princess football cricket superman batman pokemon iloveyou iloveu ' +
    'loveyou lovely computer internet google samsung india123 india@123 bharat jaihind jaishreeram ' +
    'ganesh krishna omsairam sairam ganesha chennai mumbai chocolate maalai'
  ).split(' '),
);
