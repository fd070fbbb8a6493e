<?php
// Adds a user with a password and an application password, and prints them: php add-user.php <folder> <name> <role>
[ , $folder, $name, $role ] = $argv;
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require "$folder/wp-load.php";
$secret = wp_generate_password( 24, false );
$id     = wp_insert_user(
	array(
		'user_login' => $name,
		'user_pass'  => $secret,
		'user_email' => "$name@mail.example",
		'role'       => $role,
	)
);
[ $password ] = WP_Application_Passwords::create_new_application_password( $id, array( 'name' => 'ours' ) );
echo json_encode( array( 'user' => $name, 'secret' => $secret, 'password' => $password ) );
