<?php
// Unpacks WordPress and its SQLite plugin into a folder: php unpack.php <packages> <folder>
[ , $packages, $folder ] = $argv;
( new PharData( "$packages/wordpress/wp-6.5.zip" ) )->extractTo( $folder, null, true );
$plugins = "$folder/wp-content/plugins";
@mkdir( $plugins, 0777, true );
( new PharData( "$packages/sqlite-database-integration/sqlite-database-integration.zip" ) )->extractTo( $plugins, null, true );
rename( "$plugins/sqlite-database-integration-main", "$plugins/sqlite-database-integration" );
copy( "$plugins/sqlite-database-integration/db.copy", "$folder/wp-content/db.php" );
copy( __DIR__ . '/wp-config.php', "$folder/wp-config.php" );
