#!/bin/sh
# Stands for systemd in a Debian root, where it cannot run: the verbs that the package and its updater use, on
# maktaba.service alone. A server that ends is started again, five times at most, as the unit says.
state=/run/maktaba-unit
mkdir -p $state
verb=
isOurs=
for word in "$@"; do
  case $word in
    maktaba.service) isOurs=yes ;;
    -* | *.*) ;;
    *) [ -n "$verb" ] || verb=$word ;;
  esac
done
if [ "$verb" = is-enabled ]; then echo enabled; fi
[ -n "$isOurs" ] || exit 0

run() {
  cat /usr/lib/maktaba/package.env /etc/maktaba/maktaba.env > $state/settings
  while IFS= read -r line; do
    case $line in [A-Z]*=*) export "$line" ;; esac
  done < $state/settings
  umask 077
  cd /usr/lib/maktaba || exit 1
  exec runuser -u maktaba -- bin/node dist/server/server.js
}

case $verb in
  start)
    [ -e $state/loop ] && exit 0
    rm -f $state/failed $state/stopped
    touch $state/loop
    (
      for _ in 1 2 3 4 5; do
        run > $state/said 2>&1 < /dev/null &
        echo $! > $state/pid
        wait $!
        [ -e $state/stopped ] && break
        sleep 1
      done
      [ -e $state/stopped ] || touch $state/failed
      rm -f $state/loop
    ) > /dev/null 2>&1 < /dev/null &
    ;;
  stop)
    touch $state/stopped
    [ -e $state/loop ] && kill -TERM "$(cat $state/pid)"
    while [ -e $state/loop ]; do sleep 0.1; done
    rm -f $state/failed
    ;;
  is-active) [ -e $state/loop ] ;;
  is-failed) [ -e $state/failed ] ;;
  reset-failed) rm -f $state/failed ;;
esac
