-- The role and the database of Maktaba: once, on the leader, by `su postgres -c psql < database.sql`.
create role maktaba login password 'DATABASE_PASSWORD';
grant pg_read_all_stats to maktaba;
create database maktaba owner maktaba template template0;
