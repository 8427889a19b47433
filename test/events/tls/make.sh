#!/bin/sh
# Makes the certificates of tls.slow.test.ts in the current folder; needs OpenSSL. The keys are known to everybody: they protect nothing.
set -eu
make() { # name, common name, first day, last day (YYYYMMDDHHMMSSZ)
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$1.key" -out "$1.csr" -subj "/CN=$2" 2>/dev/null
  printf 'subjectAltName=DNS:%s\n' "$2" > "$1.ext"
  openssl ca -batch -config ca.conf -in "$1.csr" -out "$1.crt" -notext -startdate "$3" -enddate "$4" -extfile "$1.ext" 2>/dev/null
  cat "$1.key" "$1.crt" > "$1.pem"
}
printf '[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nnew_certs_dir=.\nserial=serial\nprivate_key=ca.key\ncertificate=ca.pem\ndefault_md=sha256\npolicy=any\nunique_subject=no\n[any]\ncommonName=supplied\n' > ca.conf
: > index.txt
echo 01 > serial
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ca.key -out ca.pem -days 36500 -subj "/CN=Test CA" 2>/dev/null
make valid localhost 20260101000000Z 21251231000000Z
make other-name receiver.example.com 20260101000000Z 21251231000000Z
make expired localhost 20240101000000Z 20250101000000Z
rm -f ca.key ca.conf index.txt* serial* 0?.pem ./*.key ./*.csr ./*.ext ./*.crt
